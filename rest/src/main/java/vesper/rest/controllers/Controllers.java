package vesper.rest.controllers;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Audience;
import vesper.http.Handler;
import vesper.rest.CallsInFlight;
import vesper.rest.EventSender;
import vesper.rest.RunOn;
import vesper.rest.access.AccessAnnotations;
import vesper.rest.access.Permission;
import vesper.rest.answers.Failures;
import vesper.rest.answers.FileResponses;
import vesper.rest.answers.JsonLinesResponses;
import vesper.rest.answers.Problems;
import vesper.rest.answers.ResponseFactory;
import vesper.rest.answers.ResponseWriters;
import vesper.rest.answers.ReturnKind;
import vesper.rest.answers.ValueWriter;
import vesper.rest.binding.Argument;
import vesper.rest.binding.Binding;
import vesper.rest.bodies.Bodies;
import vesper.rest.constraints.BeanValidation;
import vesper.rest.constraints.Constraints;
import vesper.rest.cors.CorsRules;
import vesper.rest.operations.Operation;
import vesper.rest.paths.PathPattern;
import vesper.rest.routing.Route;

/**
 * Creates routes from objects of annotated classes such as {@code @RestController}. The annotations are those of Spring
 * MVC, with the same meaning. {@code docs/guide/services.md} lists them and the differences.
 */
public final class Controllers {
    private final Codec codec;
    private final Executor platformThreads;
    private final ControllerContext context;
    private final Bodies bodies;
    private final ResponseWriters writers;
    private final List<Advice> advice = new ArrayList<>();
    /** Created for the first method that has constraints. */
    private @Nullable BeanValidation validation;

    /**
     * Creates a reader of controllers with default settings.
     *
     * @param codec converts the controllers' values. It caches their classes, so a reloaded package needs a new one
     *     ({@link Codec#forOtherClasses})
     * @param platformThreads run methods marked with {@link RunOn}
     */
    public Controllers(Codec codec, Executor platformThreads) {
        this(codec, platformThreads, ControllerContext.defaults(platformThreads));
    }

    /** Creates a reader of controllers that share these parts for bodies and streams. */
    public Controllers(Codec codec, Executor platformThreads, ControllerContext context) {
        this(codec, platformThreads, context, new CallsInFlight());
    }

    /**
     * Creates a reader of controllers that may be stopped before their server. {@code calls} counts the responses that
     * they are sending.
     */
    public Controllers(Codec codec, Executor platformThreads, ControllerContext context, CallsInFlight calls) {
        this.codec = codec;
        this.platformThreads = platformThreads;
        this.context = context;
        bodies = context.bodies();
        Problems problems = new Problems(codec);
        ValueWriter values = new ValueWriter(codec);
        writers = new ResponseWriters(
                values,
                problems,
                new Failures(problems, values),
                new EventSender(codec, context.events(), calls),
                new JsonLinesResponses(codec),
                new FileResponses(context.disk()));
    }

    /**
     * Returns whether a class is annotated as a controller: by {@code @RestController}, {@code @Controller} or a
     * mapping.
     */
    public static boolean isController(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) return false;
        for (Annotation annotation : type.getAnnotations()) {
            Class<?> kind = annotation.annotationType();
            boolean isMarked = kind == RestController.class
                    || kind == RequestMapping.class
                    || kind.getSimpleName().equals("Controller")
                    || kind.isAnnotationPresent(RestController.class)
                    || kind.isAnnotationPresent(RequestMapping.class);
            if (isMarked) return true;
        }
        return false;
    }

    /**
     * Returns whether a class handles exceptions of other classes: by {@code @ControllerAdvice} or
     * {@code @RestControllerAdvice}.
     */
    public static boolean isAdvice(Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && Advice.isAdvice(type);
    }

    /**
     * Adds an object whose {@code @ExceptionHandler} methods handle exceptions of controllers that are read later. Not
     * thread safe.
     *
     * @param origin the source file, for messages
     * @throws IllegalArgumentException if an annotation is invalid; the message names class and method
     */
    public void addAdvice(Object adviser, String origin) {
        advice.add(new Advice(handlersOf(adviser, origin), Advice.Selection.of(adviser.getClass())));
    }

    /**
     * Returns the routes of an object's annotated methods.
     *
     * @param prefix prepended to every pattern, {@code /api} for example
     * @param origin the source file, for messages
     * @throws IllegalArgumentException if an annotation is invalid; the message names class and method
     */
    public List<Route> routesOf(Object controller, String prefix, String origin) {
        Class<?> type = controller.getClass();
        Mapping ofClass = classMapping(type);
        requireProtectionOfHandlers(type, origin);
        ExceptionHandlers handlers = handlersFor(controller, origin);
        List<Route> routes = new ArrayList<>();
        for (Method method : AnnotatedMethod.candidates(type)) {
            String source = type.getSimpleName() + "." + method.getName() + " (" + origin + ")";
            try {
                Optional<Method> annotated = Inheritance.findAnnotated(method, Controllers::isMapped);
                if (annotated.isEmpty()) {
                    rejectUnsupported(method);
                    continue;
                }
                Mapping mapping = ofClass.combine(Mapping.on(annotated.get()).orElse(Mapping.NONE));
                AnnotatedMethod mapped = new AnnotatedMethod(controller, method, annotated.get(), source);
                routes.addAll(routes(mapped, mapping, prefix, handlers));
            } catch (IllegalArgumentException | IllegalAccessException e) {
                throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
            }
        }
        return routes;
    }

    private ExceptionHandlers handlersFor(Object controller, String origin) {
        List<ExceptionHandlerMethod> others = advice.stream()
                .filter(one -> one.selection().selects(controller.getClass()))
                .flatMap(one -> one.handlers().stream())
                .toList();
        return ExceptionHandlers.of(handlersOf(controller, origin), others);
    }

    private List<ExceptionHandlerMethod> handlersOf(Object object, String origin) {
        Class<?> type = object.getClass();
        Binding binding = new Binding(codec, type, PathPattern.parse("/"), context.arguments());
        List<ExceptionHandlerMethod> handlers = new ArrayList<>();
        for (Method method : AnnotatedMethod.candidates(type)) {
            String source = type.getSimpleName() + "." + method.getName() + " (" + origin + ")";
            try {
                Optional<Method> annotated =
                        Inheritance.findAnnotated(method, ExceptionHandlerMethod::isExceptionHandler);
                if (annotated.isEmpty()) continue;
                AnnotatedMethod handling = new AnnotatedMethod(object, method, annotated.get(), source);
                List<String> produces = ExceptionHandlerMethod.produces(annotated.get());
                ExceptionHandlerMethod.Target target = new ExceptionHandlerMethod.Target(
                        handling.handle(), new ResponseFactory(writers, produces, handling.status()), source);
                handlers.add(ExceptionHandlerMethod.of(annotated.get(), target, binding));
            } catch (IllegalArgumentException | IllegalAccessException e) {
                throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
            }
        }
        return handlers;
    }

    /**
     * Rejects annotations for methods that Spring calls before each handler method: they would never be called here.
     */
    private static void rejectUnsupported(Method method) {
        for (Class<? extends Annotation> unsupported : List.of(InitBinder.class, ModelAttribute.class)) {
            if (method.isAnnotationPresent(unsupported)) {
                throw new IllegalArgumentException("@" + unsupported.getSimpleName() + " on a method is not supported");
            }
        }
    }

    /**
     * Rejects annotations that say who may call a method that is no handler: such a method is called by other code,
     * which nothing checks.
     */
    private static void requireProtectionOfHandlers(Class<?> type, String origin) {
        for (Class<?> kind : Inheritance.supertypes(type)) {
            for (Method method : kind.getDeclaredMethods()) {
                if (method.isBridge() || method.isSynthetic() || !AccessAnnotations.areOn(method)) continue;
                boolean isHandler = Modifier.isPublic(method.getModifiers())
                        && AnnotatedMethod.candidates(type).stream()
                                .filter(candidate -> Inheritance.isSameOrOverrides(candidate, method))
                                .anyMatch(candidate -> Inheritance.findAnnotated(candidate, Controllers::isMapped)
                                        .isPresent());
                if (isHandler) continue;
                throw new IllegalArgumentException(type.getSimpleName() + "." + method.getName() + " (" + origin + "): "
                        + AccessAnnotations.namesOn(method).getFirst()
                        + " protects nothing here, since this method answers no requests; annotate the methods that do,"
                        + " or check the Caller");
            }
        }
    }

    private static Mapping classMapping(Class<?> type) {
        for (Class<?> kind : Inheritance.supertypes(type)) {
            Optional<Mapping> mapping = Mapping.on(kind);
            if (mapping.isPresent()) return mapping.get();
        }
        return Mapping.NONE;
    }

    private static boolean isMapped(Method method) {
        return Mapping.on(method).isPresent();
    }

    private List<Route> routes(AnnotatedMethod method, Mapping mapping, String prefix, ExceptionHandlers handlers)
            throws IllegalAccessException {
        ResponseFactory responses = new ResponseFactory(writers, mapping.produces(), method.status());
        Permission permission = method.permission();
        Optional<CorsRules> readable = method.origins().or(context::origins);
        List<Route> routes = new ArrayList<>();
        for (String pattern : mapping.patterns(prefix)) {
            Argument[] arguments = arguments(method, pattern);
            Handler bound = controllerMethod(method, arguments, responses, handlers);
            Handler answering = readable.<Handler>map(
                            origins -> new CrossOriginFilter(origins, writers.failures()).before(bound))
                    .orElse(bound);
            Optional<Operation> operation = Optional.of(method.operation(arguments));
            for (vesper.http.Method verb : mapping.effectiveMethods()) {
                routes.add(new Route(
                        verb,
                        pattern,
                        mapping.consumes(),
                        mapping.produces(),
                        mapping.params(),
                        mapping.headers(),
                        answering,
                        operation,
                        readable,
                        Audience.SERVICE,
                        permission,
                        false,
                        method.source()));
            }
        }
        return routes;
    }

    private ControllerMethod controllerMethod(
            AnnotatedMethod method, Argument[] arguments, ResponseFactory responses, ExceptionHandlers handlers)
            throws IllegalAccessException {
        return new ControllerMethod(
                method.handle(),
                arguments,
                responses,
                bodies,
                ReturnKind.of(method.method().getReturnType()) == ReturnKind.VALUE,
                method.runsOnPlatformThread() ? platformThreads : null,
                constraints(method, arguments),
                handlers);
    }

    private @Nullable Constraints constraints(AnnotatedMethod method, Argument[] arguments) {
        if (!Constraints.existOn(method.method()) && !Constraints.existOn(method.annotated())) return null;
        try {
            BeanValidation known = validation;
            if (known == null) validation = known = BeanValidation.create(codec, platformThreads);
            return known.of(method.object(), method.method(), arguments);
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "it has constraints, but Hibernate Validator is not on the class path", e);
        }
    }

    private Argument[] arguments(AnnotatedMethod method, String pattern) {
        Binding binding =
                new Binding(codec, method.object().getClass(), PathPattern.parse(pattern), context.arguments());
        return Arrays.stream(method.annotated().getParameters())
                .map(binding::of)
                .toArray(Argument[]::new);
    }
}
