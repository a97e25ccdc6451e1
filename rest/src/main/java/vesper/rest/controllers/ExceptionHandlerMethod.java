package vesper.rest.controllers;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.ExceptionHandler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemException;
import vesper.rest.answers.ResponseFactory;
import vesper.rest.binding.Argument;
import vesper.rest.binding.Binding;
import vesper.rest.binding.Call;
import vesper.rest.media.Accept;

/** An {@code @ExceptionHandler} method, which responds in place of a handler method that threw an exception. */
final class ExceptionHandlerMethod {
    private static final int NOT_HANDLED = Integer.MAX_VALUE;

    /** Binds a parameter to the exception, or to the first of its causes that has the declared type. */
    private record ExceptionArgument(Class<?> type) implements Argument {
        @Override
        public @Nullable Object of(Call call) {
            Throwable cause = call.failure();
            while (cause != null && !type.isInstance(cause)) cause = cause.getCause();
            return cause;
        }
    }

    /**
     * The method to call and the factory for its responses.
     *
     * @param method takes all arguments in one array, or none
     */
    record Target(MethodHandle method, ResponseFactory responses, String source) {}

    private final List<Class<? extends Throwable>> types;
    private final Target target;
    private final Argument[] arguments;

    private ExceptionHandlerMethod(List<Class<? extends Throwable>> types, Target target, Argument[] arguments) {
        this.types = types;
        this.target = target;
        this.arguments = arguments;
    }

    /**
     * Reads a method.
     *
     * @throws IllegalArgumentException if it does not declare which exceptions it handles, or a parameter cannot be
     *     bound
     */
    static ExceptionHandlerMethod of(java.lang.reflect.Method annotated, Target target, Binding binding) {
        List<Argument> arguments = new ArrayList<>();
        for (Parameter parameter : annotated.getParameters()) {
            boolean isThrown = Throwable.class.isAssignableFrom(parameter.getType());
            arguments.add(isThrown ? new ExceptionArgument(parameter.getType()) : binding.of(parameter));
        }
        return new ExceptionHandlerMethod(typesOf(annotated), target, arguments.toArray(Argument[]::new));
    }

    private static List<Class<? extends Throwable>> typesOf(java.lang.reflect.Method annotated) {
        ExceptionHandler annotation = annotated.getAnnotation(ExceptionHandler.class);
        List<Class<? extends Throwable>> types = new ArrayList<>();
        if (annotation != null) {
            types.addAll(Arrays.asList(annotation.value()));
            types.addAll(Arrays.asList(annotation.exception()));
        }
        if (types.isEmpty()) {
            for (Class<?> parameter : annotated.getParameterTypes()) {
                if (Throwable.class.isAssignableFrom(parameter)) types.add(parameter.asSubclass(Throwable.class));
            }
        }
        if (types.isEmpty()) throw new IllegalArgumentException("it does not declare which exceptions it handles");
        return List.copyOf(types);
    }

    String source() {
        return target.source;
    }

    /** Returns an exception that both methods declare, if there is one. */
    Optional<Class<? extends Throwable>> sharedType(ExceptionHandlerMethod other) {
        for (Class<? extends Throwable> type : types) if (other.types.contains(type)) return Optional.of(type);
        return Optional.empty();
    }

    /**
     * Returns the number of superclasses between the exception's class and the nearest type that this method handles. A
     * {@link ProblemException} is already a response, so only a method that names it handles it. Otherwise a handler of
     * all exceptions would replace the response to each bad request.
     */
    int distanceTo(Throwable failure) {
        int min = NOT_HANDLED;
        for (Class<? extends Throwable> type : types) {
            boolean fits = type.isInstance(failure)
                    && (type == ProblemException.class || !(failure instanceof ProblemException));
            if (fits) min = Math.min(min, distance(failure.getClass(), type));
        }
        return min;
    }

    private static int distance(Class<?> from, Class<?> to) {
        int distance = 0;
        for (Class<?> type = from; type != null && type != to; type = type.getSuperclass()) distance++;
        return distance;
    }

    /**
     * Responds to a call whose handler threw this exception. The method can bind what the handler has already read of
     * the request.
     */
    Response handle(Throwable failure, Call call) throws Exception {
        call.switchToExceptionHandler(failure);
        @Nullable Object[] bound = new @Nullable Object[arguments.length];
        for (int i = 0; i < bound.length; i++) bound[i] = arguments[i].of(call);
        call.throwIfInvalid();
        Object returned = ControllerMethod.call(target.method, bound);
        Request request = call.request();
        return target.responses.respond(returned, Accept.of(request.headers()), request);
    }

    static boolean isExceptionHandler(java.lang.reflect.Method method) {
        return method.isAnnotationPresent(ExceptionHandler.class);
    }

    /** Returns the media types that the annotation declares. */
    static List<String> produces(java.lang.reflect.Method method) {
        return Optional.ofNullable(method.getAnnotation(ExceptionHandler.class))
                .map(annotation -> List.of(annotation.produces()))
                .orElse(List.of());
    }
}
