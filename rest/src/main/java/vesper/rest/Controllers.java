package vesper.rest;

import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.springframework.http.HttpEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Method;
import vesper.http.Response;

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
    private final Problems problems;
    private final ValueWriter values;
    private final Failures failures;

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
        this.codec = codec;
        this.platformThreads = platformThreads;
        this.provisions = provisions;
        problems = new Problems(codec);
        values = new ValueWriter(codec);
        failures = new Failures(problems, values);
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
        List<Route> routes = new ArrayList<>();
        for (java.lang.reflect.Method method : type.getMethods()) {
            if (method.isBridge() || method.isSynthetic() || isMadeByGroovy(method)) continue;
            String source = type.getSimpleName() + "." + method.getName() + " (" + origin + ")";
            try {
                Optional<java.lang.reflect.Method> annotated = Overridden.first(method, Controllers::isMapped);
                if (annotated.isEmpty()) continue;
                Mapping mapping = ofClass.and(Mapping.on(annotated.get()).orElse(Mapping.NONE));
                routes.addAll(routes(controller, method, annotated.get(), mapping, prefix, source));
            } catch (IllegalArgumentException | IllegalAccessException e) {
                throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
            }
        }
        return routes;
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
            String source)
            throws IllegalAccessException {
        MethodHandle handle = handle(controller, method);
        Answers answers = new Answers(values, problems, failures, mapping.produces(), statusOf(annotated));
        Executor executor = runsElsewhere(annotated) ? platformThreads : null;
        Set<String> patterns = new LinkedHashSet<>();
        for (String path : mapping.paths()) patterns.add(PathPattern.join(prefix, path));
        List<Route> routes = new ArrayList<>();
        for (String pattern : patterns) {
            ControllerMethod handler = new ControllerMethod(
                    handle,
                    arguments(controller.getClass(), annotated, pattern),
                    answers,
                    provisions,
                    returnsValues(method),
                    executor);
            Set<Method> methods = mapping.methods().isEmpty() ? EVERY_METHOD : mapping.methods();
            for (Method verb : methods) {
                routes.add(new Route(
                        verb,
                        pattern,
                        mapping.consumes(),
                        mapping.produces(),
                        mapping.params(),
                        mapping.headers(),
                        handler,
                        source));
            }
        }
        return routes;
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

    /** Whether its declared type leaves only JSON and XML. */
    private static boolean returnsValues(java.lang.reflect.Method method) {
        Class<?> type = method.getReturnType();
        boolean open = type == Object.class
                || type == void.class
                || type == Void.class
                || type == Optional.class
                || type == byte[].class
                || type == Problem.class
                || type == Response.class
                || CharSequence.class.isAssignableFrom(type)
                || HttpEntity.class.isAssignableFrom(type)
                || InputStream.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type)
                || type.isAssignableFrom(String.class);
        return !open;
    }
}
