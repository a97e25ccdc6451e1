package vesper.rest.controllers;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.CallsInFlight;
import vesper.rest.EventSender;
import vesper.rest.RunOn;
import vesper.rest.answers.AnnotatedStatus;
import vesper.rest.answers.AnswerKind;
import vesper.rest.answers.Answers;
import vesper.rest.answers.Failures;
import vesper.rest.answers.FileAnswers;
import vesper.rest.answers.LineAnswers;
import vesper.rest.answers.Problems;
import vesper.rest.answers.ValueWriter;
import vesper.rest.binding.Argument;
import vesper.rest.binding.Binding;
import vesper.rest.bodies.Bodies;
import vesper.rest.constraints.BeanValidation;
import vesper.rest.constraints.Constraints;
import vesper.rest.cors.CrossOrigins;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.paths.PathPattern;
import vesper.rest.routing.Route;

/**
 * Reads annotated classes: from an object of a {@code @RestController} class to its routes. The annotations are those
 * of Spring MVC and mean what they mean there; {@code docs/guide/services.md} says which, and where we differ.
 */
public final class Controllers {
    private static final Set<Method> EVERY_METHOD =
            EnumSet.of(Method.GET, Method.POST, Method.PUT, Method.PATCH, Method.DELETE);

    private final Codec codec;
    private final Executor platformThreads;
    private final Provisions provisions;
    private final Bodies bodies;
    private final Problems problems;
    private final ValueWriter values;
    private final Failures failures;
    private final List<Advice> advice = new ArrayList<>();
    private final EventSender events;
    private final LineAnswers lines;
    private final FileAnswers files;
    /** Made for the first method that has constraints. */
    private @Nullable BeanValidation validation;

    /**
     * Controllers whose values this codec reads and writes.
     *
     * @param codec remembers the controllers' classes: a package that is reloaded brings one of its own,
     *     {@link Codec#forOtherClasses}
     * @param platformThreads runs methods marked with {@link RunOn}
     */
    public Controllers(Codec codec, Executor platformThreads) {
        this(codec, platformThreads, Provisions.defaults(platformThreads));
    }

    /** As above, with what they share for bodies and streams. */
    public Controllers(Codec codec, Executor platformThreads, Provisions provisions) {
        this(codec, platformThreads, provisions, new CallsInFlight());
    }

    /** As above, for controllers that may be stopped before their server: what they send is counted in {@code calls}. */
    public Controllers(Codec codec, Executor platformThreads, Provisions provisions, CallsInFlight calls) {
        this.codec = codec;
        this.platformThreads = platformThreads;
        this.provisions = provisions;
        bodies = provisions.bodies();
        problems = new Problems(codec);
        values = new ValueWriter(codec);
        failures = new Failures(problems, values);
        events = new EventSender(codec, provisions.events(), calls);
        lines = new LineAnswers(codec);
        files = new FileAnswers(provisions.disk());
    }

    /** Whether a class says that it is a controller: by {@code @RestController}, {@code @Controller} or a mapping. */
    public static boolean isController(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) return false;
        for (Annotation annotation : type.getAnnotations()) {
            Class<?> kind = annotation.annotationType();
            boolean says = kind == RestController.class
                    || kind == RequestMapping.class
                    || kind.getSimpleName().equals("Controller")
                    || kind.isAnnotationPresent(RestController.class)
                    || kind.isAnnotationPresent(RequestMapping.class);
            if (says) return true;
        }
        return false;
    }

    /** Whether a class says that it handles exceptions of other classes: by {@code @ControllerAdvice} or its like. */
    public static boolean isAdvice(Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && Advice.isOne(type);
    }

    /**
     * Lets an object's {@code @ExceptionHandler} methods handle what the methods of controllers throw that are read
     * after this. One thread at a time.
     *
     * @param origin the file it came from, for messages
     * @throws IllegalArgumentException if an annotation cannot be understood; the message names class and method
     */
    public void advisedBy(Object adviser, String origin) {
        advice.add(new Advice(handlersOf(adviser, origin), Advice.Selection.of(adviser.getClass())));
    }

    /**
     * The routes of an object's annotated methods.
     *
     * @param prefix put before every pattern, {@code /api}
     * @param origin the file it came from, for messages
     * @throws IllegalArgumentException if an annotation cannot be understood; the message names class and method
     */
    public List<Route> routesOf(Object controller, String prefix, String origin) {
        Class<?> type = controller.getClass();
        Mapping ofClass = classMapping(type);
        ExceptionHandlers handlers = handlersFor(controller, origin);
        List<Route> routes = new ArrayList<>();
        for (java.lang.reflect.Method method : type.getMethods()) {
            if (method.isBridge() || method.isSynthetic() || isMadeByGroovy(method)) continue;
            String source = type.getSimpleName() + "." + method.getName() + " (" + origin + ")";
            try {
                Optional<java.lang.reflect.Method> annotated = Overridden.first(method, Controllers::isMapped);
                if (annotated.isEmpty()) {
                    refuseUnheard(method);
                    continue;
                }
                Mapping mapping = ofClass.and(Mapping.on(annotated.get()).orElse(Mapping.NONE));
                routes.addAll(routes(controller, method, annotated.get(), mapping, prefix, source, handlers));
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
        Binding binding = new Binding(codec, type, PathPattern.parse("/"));
        List<ExceptionHandlerMethod> handlers = new ArrayList<>();
        for (java.lang.reflect.Method method : type.getMethods()) {
            if (method.isBridge() || method.isSynthetic() || isMadeByGroovy(method)) continue;
            String source = type.getSimpleName() + "." + method.getName() + " (" + origin + ")";
            try {
                Optional<java.lang.reflect.Method> annotated = Overridden.first(method, ExceptionHandlerMethod::isOne);
                if (annotated.isEmpty()) continue;
                Answers answers = new Answers(
                        values,
                        problems,
                        failures,
                        events,
                        lines,
                        files,
                        ExceptionHandlerMethod.produces(annotated.get()),
                        statusOf(annotated.get()));
                ExceptionHandlerMethod.Called called =
                        new ExceptionHandlerMethod.Called(handle(object, method), answers, source);
                handlers.add(ExceptionHandlerMethod.of(annotated.get(), called, binding));
            } catch (IllegalArgumentException | IllegalAccessException e) {
                throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
            }
        }
        return handlers;
    }

    /** What Spring would call before each handler method, and nobody calls here. */
    private static void refuseUnheard(java.lang.reflect.Method method) {
        for (Class<? extends Annotation> unheard : List.of(InitBinder.class, ModelAttribute.class)) {
            if (method.isAnnotationPresent(unheard)) {
                throw new IllegalArgumentException("@" + unheard.getSimpleName() + " on a method is not supported");
            }
        }
    }

    private static Mapping classMapping(Class<?> type) {
        for (Class<?> kind : Overridden.kinds(type)) {
            Optional<Mapping> mapping = Mapping.on(kind);
            if (mapping.isPresent()) return mapping.get();
        }
        return Mapping.NONE;
    }

    private static boolean isMapped(java.lang.reflect.Method method) {
        return Mapping.on(method).isPresent();
    }

    /** Groovy makes a method for each default argument; only the written one is a route. */
    private static boolean isMadeByGroovy(java.lang.reflect.Method method) {
        for (Annotation annotation : method.getAnnotations()) {
            if (annotation.annotationType().getName().equals("groovy.transform.Generated")) return true;
        }
        return false;
    }

    private List<Route> routes(
            Object controller,
            java.lang.reflect.Method method,
            java.lang.reflect.Method annotated,
            Mapping mapping,
            String prefix,
            String source,
            ExceptionHandlers handlers)
            throws IllegalAccessException {
        MethodHandle handle = handle(controller, method);
        Answers answers =
                new Answers(values, problems, failures, events, lines, files, mapping.produces(), statusOf(annotated));
        Executor executor = runsElsewhere(annotated) ? platformThreads : null;
        Set<String> patterns = new LinkedHashSet<>();
        for (String path : mapping.paths()) patterns.add(PathPattern.join(prefix, path));
        List<Route> routes = new ArrayList<>();
        for (String pattern : patterns) {
            Argument[] arguments = arguments(controller.getClass(), annotated, pattern);
            List<Input> inputs = Arrays.stream(arguments)
                    .flatMap(argument -> argument.input().stream())
                    .toList();
            Operation operation = new Operation(controller.getClass(), method, annotated, inputs, statusOf(annotated));
            ControllerMethod called = new ControllerMethod(
                    handle,
                    arguments,
                    answers,
                    bodies,
                    AnswerKind.of(method.getReturnType()) == AnswerKind.VALUE,
                    executor,
                    constraints(controller, method, annotated, arguments),
                    handlers);
            Optional<CrossOrigins> readable = origins(controller.getClass(), annotated);
            Handler answering = readable.<Handler>map(origins -> new CrossOriginHandler(called, origins, failures))
                    .orElse(called);
            Set<Method> methods = mapping.methods().isEmpty() ? EVERY_METHOD : mapping.methods();
            for (Method verb : methods) {
                routes.add(new Route(
                        verb,
                        pattern,
                        mapping.consumes(),
                        mapping.produces(),
                        mapping.params(),
                        mapping.headers(),
                        answering,
                        Optional.of(operation),
                        readable,
                        source));
            }
        }
        return routes;
    }

    private @Nullable Constraints constraints(
            Object controller,
            java.lang.reflect.Method method,
            java.lang.reflect.Method annotated,
            Argument[] arguments) {
        if (!Constraints.areOn(method) && !Constraints.areOn(annotated)) return null;
        try {
            BeanValidation known = validation;
            if (known == null) validation = known = BeanValidation.of(codec, platformThreads);
            return known.of(controller, method, arguments);
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException("it has constraints, but Hibernate Validator is not there", e);
        }
    }

    private Argument[] arguments(Class<?> type, java.lang.reflect.Method method, String pattern) {
        Binding binding = new Binding(codec, type, PathPattern.parse(pattern));
        Parameter[] parameters = method.getParameters();
        Argument[] arguments = new Argument[parameters.length];
        for (int i = 0; i < parameters.length; i++) arguments[i] = binding.of(parameters[i]);
        return arguments;
    }

    private static MethodHandle handle(Object controller, java.lang.reflect.Method method)
            throws IllegalAccessException {
        method.setAccessible(true);
        MethodHandle unbound = MethodHandles.lookup().unreflect(method);
        MethodHandle handle = Modifier.isStatic(method.getModifiers()) ? unbound : unbound.bindTo(controller);
        int count = handle.type().parameterCount();
        if (count == 0) return handle.asType(MethodType.methodType(Object.class));
        return handle.asFixedArity()
                .asSpreader(Object[].class, count)
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    /** Who may read the answers: as the annotations say, else as the server's settings do. */
    private Optional<CrossOrigins> origins(Class<?> type, java.lang.reflect.Method method) {
        return CrossOrigins.of(type.getAnnotation(CrossOrigin.class), method.getAnnotation(CrossOrigin.class))
                .or(provisions::origins);
    }

    private static int statusOf(java.lang.reflect.Method method) {
        ResponseStatus status = method.getAnnotation(ResponseStatus.class);
        if (status == null) status = method.getDeclaringClass().getAnnotation(ResponseStatus.class);
        return status == null ? 200 : AnnotatedStatus.of(status);
    }

    private static boolean runsElsewhere(java.lang.reflect.Method method) {
        RunOn run = method.getAnnotation(RunOn.class);
        if (run == null) run = method.getDeclaringClass().getAnnotation(RunOn.class);
        return run != null && run.value() == RunOn.Threads.PLATFORM;
    }
}
