package vesper.services.collections;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestBody;
import vesper.codec.Codec;
import vesper.documents.Document;
import vesper.documents.DocumentId;
import vesper.documents.Version;
import vesper.http.Request;
import vesper.rest.access.AccessAnnotations;
import vesper.rest.access.Permission;
import vesper.services.DocumentAction;
import vesper.services.OnCreate;
import vesper.services.OnDelete;
import vesper.services.OnPatch;
import vesper.services.OnReplace;
import vesper.services.OnTimer;
import vesper.services.Timers;
import vesper.services.collections.Handlers.CallContext;
import vesper.services.timers.BadTimerException;
import vesper.services.timers.TimerChanges;

/** Finds the methods of a service that handle changes of its documents. */
final class ServiceMethods<T> {
    private static final Pattern ACTION_NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,99}");

    private final Object service;
    private final Class<?> state;
    private final Codec codec;
    private final String origin;

    private Optional<Handlers.CreateHandler<T>> onCreate = Optional.empty();
    private Optional<Handlers.ChangeHandler<T>> onReplace = Optional.empty();
    private Optional<Handlers.ChangeHandler<T>> onPatch = Optional.empty();
    private Optional<Handlers.DeleteHandler<T>> onDelete = Optional.empty();
    private final Map<String, Handlers.ActionHandler<T>> actions = new HashMap<>();
    private final Map<String, Handlers.Timer<T>> timers = new HashMap<>();
    private Optional<Method> methodWithTimers = Optional.empty();

    private ServiceMethods(Object service, Class<?> state, Codec codec, String origin) {
        this.service = service;
        this.state = state;
        this.codec = codec;
        this.origin = origin;
    }

    /**
     * @param state class of the documents
     * @throws BadDeclarationException naming the method and its fault
     */
    static <T> Handlers<T> of(Object service, Class<T> state, Codec codec, String origin)
            throws BadDeclarationException {
        var methods = new ServiceMethods<T>(service, state, codec, origin);
        for (Method method : service.getClass().getMethods()) {
            if (!method.isBridge() && !method.isSynthetic()) methods.register(method);
        }
        for (Class<?> type = service.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                methods.requirePublic(method);
                methods.requireProtectionOfAction(method);
            }
        }
        if (methods.timers.isEmpty() && methods.methodWithTimers.isPresent()) {
            throw methods.bad(methods.methodWithTimers.get(), "takes timers, but no method has @OnTimer");
        }
        return new Handlers<>(
                methods.onCreate,
                methods.onReplace,
                methods.onPatch,
                methods.onDelete,
                methods.actions,
                methods.timers);
    }

    private void register(Method method) throws BadDeclarationException {
        List<Annotation> annotations = Arrays.stream(method.getAnnotations())
                .filter(ServiceMethods::isHandlerAnnotation)
                .toList();
        if (annotations.isEmpty()) return;
        if (annotations.size() > 1) throw bad(method, "has two annotations that exclude each other");
        if (Modifier.isStatic(method.getModifiers())) throw bad(method, "is static");
        switch (annotations.getFirst()) {
            case OnCreate _ -> {
                requireAbsent(onCreate, method);
                var bound = boundMethod(method, Argument.SENT);
                onCreate = Optional.of((sent, id, context) -> bound.next(null, sent, id, context));
            }
            case OnReplace _ -> {
                requireAbsent(onReplace, method);
                onReplace = Optional.of(changeHandler(method));
            }
            case OnPatch _ -> {
                requireAbsent(onPatch, method);
                onPatch = Optional.of(changeHandler(method));
            }
            case OnDelete _ -> {
                requireAbsent(onDelete, method);
                var bound = new BoundMethod(method, List.of(arguments(method, List.of(Argument.CURRENT))));
                onDelete = Optional.of((current, context) -> bound.call(current, null, current.id(), context));
            }
            case DocumentAction action -> {
                String name = action.value().isEmpty() ? method.getName() : action.value();
                requireActionName(method, name);
                if (actions.put(name, actionHandler(method)) != null)
                    throw bad(method, "duplicates the action " + name);
            }
            case OnTimer timer -> {
                String name = timer.value().isEmpty() ? method.getName() : timer.value();
                if (timers.put(name, timer(method, timer)) != null) throw bad(method, "duplicates the timer " + name);
            }
            default -> throw new IllegalStateException("not a handler's annotation: " + annotations.getFirst());
        }
    }

    private void requireActionName(Method method, String name) throws BadDeclarationException {
        if (!ACTION_NAME.matcher(name).matches()) {
            throw bad(method, "is an action \"" + name + "\"; expected 1 to 100 letters, digits, -, _ and .");
        }
        if (ReservedNames.ACTION_NAMES.contains(name)) {
            throw bad(method, "has the reserved action name " + name);
        }
    }

    /**
     * Rejects annotations on methods that are not public. They would have no effect, and the author would notice late.
     */
    private void requirePublic(Method method) throws BadDeclarationException {
        boolean isHidden = !Modifier.isPublic(method.getModifiers());
        if (isHidden && Arrays.stream(method.getAnnotations()).anyMatch(ServiceMethods::isHandlerAnnotation)) {
            throw bad(method, "is not public");
        }
    }

    /** Rejects annotations that say who may call a method that is no action: nothing would check them. */
    private void requireProtectionOfAction(Method method) throws BadDeclarationException {
        if (!AccessAnnotations.areOn(method) || method.isAnnotationPresent(DocumentAction.class)) return;
        throw bad(
                method,
                "has " + AccessAnnotations.namesOn(method).getFirst()
                        + ", which protects only actions here; annotate the class instead");
    }

    private Permission permission(Method method) throws BadDeclarationException {
        try {
            return AccessAnnotations.on(method).orElse(Permission.UNSTATED);
        } catch (IllegalArgumentException wrong) {
            throw bad(method, String.valueOf(wrong.getMessage()));
        }
    }

    private static boolean isHandlerAnnotation(Annotation annotation) {
        return annotation instanceof OnCreate
                || annotation instanceof OnReplace
                || annotation instanceof OnPatch
                || annotation instanceof OnDelete
                || annotation instanceof OnTimer
                || annotation instanceof DocumentAction;
    }

    private Handlers.ChangeHandler<T> changeHandler(Method method) throws BadDeclarationException {
        var bound = boundMethod(method, Argument.CURRENT, Argument.SENT);
        return (current, sent, context) -> bound.next(current, sent, current.id(), context);
    }

    private Handlers.ActionHandler<T> actionHandler(Method method) throws BadDeclarationException {
        Argument[] arguments = arguments(method, List.of(Argument.CURRENT, Argument.BODY));
        requireState(method);
        var bound = new BoundMethod(method, List.of(arguments));
        Optional<ActionBody> read = Optional.empty();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == Argument.BODY) read = Optional.of(body(method, i));
        }
        Optional<ActionBody> body = read;
        Permission permission = permission(method);
        return new Handlers.ActionHandler<>() {
            @Override
            public Permission permission() {
                return permission;
            }

            @Override
            public @Nullable Object read(byte[] bytes) {
                return body.map(it -> it.read(bytes)).orElse(null);
            }

            @Override
            public T act(Document<T> current, @Nullable Object argument, CallContext context) throws Exception {
                return bound.next(current, argument, current.id(), context);
            }
        };
    }

    private ActionBody body(Method method, int parameter) {
        RequestBody annotation = method.getParameters()[parameter].getAnnotation(RequestBody.class);
        return new ActionBody(
                method.getGenericParameterTypes()[parameter], annotation == null || annotation.required(), codec);
    }

    private Handlers.Timer<T> timer(Method method, OnTimer annotation) throws BadDeclarationException {
        boolean returnsNothing = method.getReturnType() == void.class;
        if (!returnsNothing) requireState(method);
        Argument[] arguments = arguments(method, List.of(Argument.CURRENT));
        if (List.of(arguments).contains(Argument.REQUEST)) throw bad(method, "takes a request, but timers have none");
        if (!annotation.after().isEmpty() && !annotation.every().isEmpty())
            throw bad(method, "has both after and every");
        boolean isPeriodic = !annotation.every().isEmpty();
        var bound = new BoundMethod(method, List.of(arguments));
        return new Handlers.Timer<>(
                time(method, annotation.after() + annotation.every(), isPeriodic), isPeriodic, (current, context) -> {
                    Object next = bound.call(current, null, current.id(), context);
                    return next == null ? null : bound.state(next);
                });
    }

    private Optional<Duration> time(Method method, String text, boolean isPeriod) throws BadDeclarationException {
        if (text.isEmpty()) return Optional.empty();
        try {
            Duration time = PolicyText.duration(text);
            TimerChanges.requireTime(time, isPeriod);
            return Optional.of(time);
        } catch (IllegalArgumentException wrong) {
            throw bad(method, "has an invalid time: " + wrong.getMessage());
        }
    }

    private BoundMethod boundMethod(Method method, Argument... states) throws BadDeclarationException {
        requireState(method);
        return new BoundMethod(method, List.of(arguments(method, List.of(states))));
    }

    private void requireState(Method method) throws BadDeclarationException {
        boolean mayReturn = state.isAssignableFrom(method.getReturnType()) || method.getReturnType() == Object.class;
        if (!mayReturn) {
            throw bad(method, "returns " + method.getReturnType().getSimpleName() + ", not " + state.getSimpleName());
        }
    }

    /** Argument that a method receives. */
    private enum Argument {
        CURRENT,
        SENT,
        BODY,
        ID,
        VERSION,
        TIMERS,
        REQUEST
    }

    /** @param expected arguments for the parameters that do not have one of the platform's types, in their order */
    private Argument[] arguments(Method method, List<Argument> expected) throws BadDeclarationException {
        List<Argument> remaining = new ArrayList<>(expected);
        Class<?>[] types = method.getParameterTypes();
        Argument[] arguments = new Argument[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == DocumentId.class) arguments[i] = Argument.ID;
            else if (types[i] == Version.class) arguments[i] = Argument.VERSION;
            else if (types[i] == Timers.class) arguments[i] = Argument.TIMERS;
            else if (types[i] == Request.class) arguments[i] = Argument.REQUEST;
            else arguments[i] = state(method, i, remaining);
            if (arguments[i] == Argument.TIMERS) methodWithTimers = Optional.of(method);
        }
        return arguments;
    }

    private Argument state(Method method, int parameter, List<Argument> remaining) throws BadDeclarationException {
        Class<?> type = method.getParameterTypes()[parameter];
        boolean isBody = method.getParameters()[parameter].isAnnotationPresent(RequestBody.class);
        boolean takesState = type.isAssignableFrom(state) && !isBody;
        if (takesState && !remaining.isEmpty() && remaining.getFirst() != Argument.BODY) return remaining.removeFirst();
        if (remaining.remove(Argument.BODY)) return Argument.BODY;
        throw bad(method, "has a parameter of the unsupported type " + type.getSimpleName());
    }

    private void requireAbsent(Optional<?> known, Method method) throws BadDeclarationException {
        if (known.isPresent()) throw bad(method, "duplicates another method's annotation");
    }

    private BadDeclarationException bad(Method method, String what) {
        return new BadDeclarationException(
                service.getClass().getSimpleName() + "." + method.getName() + " (" + origin + ") " + what);
    }

    /** A method of the service and the sources of its arguments. */
    private final class BoundMethod {
        private final MethodHandle handle;
        private final List<Argument> parameters;
        private final String name;

        BoundMethod(Method method, List<Argument> parameters) throws BadDeclarationException {
            this.parameters = parameters;
            this.name = service.getClass().getSimpleName() + "." + method.getName();
            try {
                method.setAccessible(true);
                this.handle = MethodHandles.lookup()
                        .unreflect(method)
                        .bindTo(service)
                        .asFixedArity()
                        .asSpreader(Object[].class, parameters.size());
            } catch (IllegalAccessException e) {
                throw bad(method, "cannot be called: " + e.getMessage());
            }
        }

        T next(@Nullable Document<T> current, @Nullable Object sent, DocumentId id, CallContext context)
                throws Exception {
            return state(call(current, sent, id, context));
        }

        @SuppressWarnings("unchecked") // checked here
        T state(@Nullable Object next) {
            if (state.isInstance(next)) return (T) next;
            throw new IllegalStateException(name + " returned "
                    + (next == null ? "null" : "a " + next.getClass().getName()) + ", not a " + state.getName());
        }

        @Nullable
        Object call(@Nullable Document<T> current, @Nullable Object sent, DocumentId id, CallContext context)
                throws Exception {
            @Nullable Object[] arguments = new @Nullable Object[parameters.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = switch (parameters.get(i)) {
                    case CURRENT -> current == null ? null : current.value();
                    case SENT, BODY -> sent;
                    case ID -> id;
                    case VERSION -> current == null ? Version.NONE : current.version();
                    case TIMERS -> context.timers();
                    case REQUEST -> context.request().orElseThrow();
                };
            }
            try {
                return handle.invoke(arguments);
            } catch (BadTimerException wrong) {
                throw new IllegalStateException(name + ": " + wrong.getMessage(), wrong);
            } catch (Exception | Error thrown) {
                throw thrown;
            } catch (Throwable other) {
                throw new IllegalStateException(name + " threw a Throwable that is neither Exception nor Error", other);
            }
        }
    }
}
