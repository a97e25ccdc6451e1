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
import vesper.services.DocumentAction;
import vesper.services.OnCreate;
import vesper.services.OnDelete;
import vesper.services.OnPatch;
import vesper.services.OnReplace;
import vesper.services.OnTimer;
import vesper.services.Timers;
import vesper.services.collections.Handlers.Occasion;
import vesper.services.timers.BadTimerException;
import vesper.services.timers.TimerChanges;

/** Finds the methods of a service that handle changes of its documents. */
final class ServiceMethods<T> {
    private static final Pattern ACTION_NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,99}");

    private final Object service;
    private final Class<?> state;
    private final Codec codec;
    private final String origin;

    private Optional<Handlers.Making<T>> onCreate = Optional.empty();
    private Optional<Handlers.Changing<T>> onReplace = Optional.empty();
    private Optional<Handlers.Changing<T>> onPatch = Optional.empty();
    private Optional<Handlers.Ending<T>> onDelete = Optional.empty();
    private final Map<String, Handlers.Acting<T>> actions = new HashMap<>();
    private final Map<String, Handlers.Timer<T>> timers = new HashMap<>();
    private Optional<Method> asksForTimers = Optional.empty();

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
            if (!method.isBridge() && !method.isSynthetic()) methods.look(method);
        }
        for (Class<?> type = service.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) methods.requirePublic(method);
        }
        if (methods.timers.isEmpty() && methods.asksForTimers.isPresent()) {
            throw methods.bad(methods.asksForTimers.get(), "asks for timers, and no method has @OnTimer");
        }
        return new Handlers<>(
                methods.onCreate,
                methods.onReplace,
                methods.onPatch,
                methods.onDelete,
                methods.actions,
                methods.timers);
    }

    private void look(Method method) throws BadDeclarationException {
        List<Annotation> said = Arrays.stream(method.getAnnotations())
                .filter(ServiceMethods::isOurs)
                .toList();
        if (said.isEmpty()) return;
        if (said.size() > 1) throw bad(method, "has two annotations that exclude each other");
        if (Modifier.isStatic(method.getModifiers())) throw bad(method, "is static");
        switch (said.getFirst()) {
            case OnCreate _ -> {
                requireNone(onCreate, method);
                var called = called(method, Wanted.GIVEN);
                onCreate = Optional.of((given, id, occasion) -> called.next(null, given, id, occasion));
            }
            case OnReplace _ -> {
                requireNone(onReplace, method);
                onReplace = Optional.of(changing(method));
            }
            case OnPatch _ -> {
                requireNone(onPatch, method);
                onPatch = Optional.of(changing(method));
            }
            case OnDelete _ -> {
                requireNone(onDelete, method);
                var called = new Called(method, List.of(arguments(method, List.of(Wanted.CURRENT))));
                onDelete = Optional.of((current, occasion) -> called.call(current, null, current.id(), occasion));
            }
            case DocumentAction action -> {
                String name = action.value().isEmpty() ? method.getName() : action.value();
                requireActionName(method, name);
                if (actions.put(name, acting(method)) != null) throw bad(method, "is a second action " + name);
            }
            case OnTimer timer -> {
                String name = timer.value().isEmpty() ? method.getName() : timer.value();
                if (timers.put(name, timer(method, timer)) != null) throw bad(method, "is a second timer " + name);
            }
            default -> throw new IllegalStateException("not ours: " + said.getFirst());
        }
    }

    private void requireActionName(Method method, String name) throws BadDeclarationException {
        if (!ACTION_NAME.matcher(name).matches()) {
            throw bad(method, "is an action \"" + name + "\"; expected 1 to 100 letters, digits, -, _ and .");
        }
        if (OwnNames.BESIDE_ACTIONS.contains(name)) {
            throw bad(method, "is an action " + name + ", and that is where the " + name + " of a document are");
        }
    }

    /**
     * Rejects annotations on methods that are not public. They would have no effect, and the author would notice late.
     */
    private void requirePublic(Method method) throws BadDeclarationException {
        boolean isHidden = !Modifier.isPublic(method.getModifiers());
        if (isHidden && Arrays.stream(method.getAnnotations()).anyMatch(ServiceMethods::isOurs)) {
            throw bad(method, "is not public");
        }
    }

    private static boolean isOurs(Annotation annotation) {
        return annotation instanceof OnCreate
                || annotation instanceof OnReplace
                || annotation instanceof OnPatch
                || annotation instanceof OnDelete
                || annotation instanceof OnTimer
                || annotation instanceof DocumentAction;
    }

    private Handlers.Changing<T> changing(Method method) throws BadDeclarationException {
        var called = called(method, Wanted.CURRENT, Wanted.GIVEN);
        return (current, given, occasion) -> called.next(current, given, current.id(), occasion);
    }

    private Handlers.Acting<T> acting(Method method) throws BadDeclarationException {
        Wanted[] wanted = arguments(method, List.of(Wanted.CURRENT, Wanted.BODY));
        requireState(method);
        var called = new Called(method, List.of(wanted));
        Optional<ActionBody> read = Optional.empty();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] == Wanted.BODY) read = Optional.of(body(method, i));
        }
        Optional<ActionBody> body = read;
        return new Handlers.Acting<>() {
            @Override
            public @Nullable Object read(byte[] bytes) {
                return body.map(it -> it.read(bytes)).orElse(null);
            }

            @Override
            public T act(Document<T> current, @Nullable Object argument, Occasion occasion) throws Exception {
                return called.next(current, argument, current.id(), occasion);
            }
        };
    }

    private ActionBody body(Method method, int parameter) {
        RequestBody said = method.getParameters()[parameter].getAnnotation(RequestBody.class);
        return new ActionBody(method.getGenericParameterTypes()[parameter], said == null || said.required(), codec);
    }

    private Handlers.Timer<T> timer(Method method, OnTimer said) throws BadDeclarationException {
        boolean isSilent = method.getReturnType() == void.class;
        if (!isSilent) requireState(method);
        Wanted[] wanted = arguments(method, List.of(Wanted.CURRENT));
        if (List.of(wanted).contains(Wanted.REQUEST)) throw bad(method, "asks for a request, and there is none");
        if (!said.after().isEmpty() && !said.every().isEmpty()) throw bad(method, "rings either after a time or every");
        boolean isAgain = !said.every().isEmpty();
        var called = new Called(method, List.of(wanted));
        return new Handlers.Timer<>(
                time(method, said.after() + said.every(), isAgain), isAgain, (current, occasion) -> {
                    Object next = called.call(current, null, current.id(), occasion);
                    return next == null ? null : called.state(next);
                });
    }

    private Optional<Duration> time(Method method, String said, boolean isPeriod) throws BadDeclarationException {
        if (said.isEmpty()) return Optional.empty();
        try {
            Duration time = PolicyText.duration(said);
            TimerChanges.requireTime(time, isPeriod);
            return Optional.of(time);
        } catch (IllegalArgumentException wrong) {
            throw bad(method, "cannot ring: " + wrong.getMessage());
        }
    }

    private Called called(Method method, Wanted... states) throws BadDeclarationException {
        requireState(method);
        return new Called(method, List.of(arguments(method, List.of(states))));
    }

    private void requireState(Method method) throws BadDeclarationException {
        boolean mayReturn = state.isAssignableFrom(method.getReturnType()) || method.getReturnType() == Object.class;
        if (!mayReturn) {
            throw bad(method, "returns " + method.getReturnType().getSimpleName() + ", not " + state.getSimpleName());
        }
    }

    /** Argument that a method receives. */
    private enum Wanted {
        CURRENT,
        GIVEN,
        BODY,
        ID,
        VERSION,
        TIMERS,
        REQUEST
    }

    /** @param inTurn arguments for the parameters that do not have one of the platform's types, in their order */
    private Wanted[] arguments(Method method, List<Wanted> inTurn) throws BadDeclarationException {
        List<Wanted> left = new ArrayList<>(inTurn);
        Class<?>[] types = method.getParameterTypes();
        Wanted[] wanted = new Wanted[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == DocumentId.class) wanted[i] = Wanted.ID;
            else if (types[i] == Version.class) wanted[i] = Wanted.VERSION;
            else if (types[i] == Timers.class) wanted[i] = Wanted.TIMERS;
            else if (types[i] == Request.class) wanted[i] = Wanted.REQUEST;
            else wanted[i] = state(method, i, left);
            if (wanted[i] == Wanted.TIMERS) asksForTimers = Optional.of(method);
        }
        return wanted;
    }

    private Wanted state(Method method, int parameter, List<Wanted> left) throws BadDeclarationException {
        Class<?> type = method.getParameterTypes()[parameter];
        boolean isBody = method.getParameters()[parameter].isAnnotationPresent(RequestBody.class);
        boolean takesState = type.isAssignableFrom(state) && !isBody;
        if (takesState && !left.isEmpty() && left.getFirst() != Wanted.BODY) return left.removeFirst();
        if (left.remove(Wanted.BODY)) return Wanted.BODY;
        throw bad(method, "cannot be given a " + type.getSimpleName());
    }

    private void requireNone(Optional<?> known, Method method) throws BadDeclarationException {
        if (known.isPresent()) throw bad(method, "is the second of its kind");
    }

    private BadDeclarationException bad(Method method, String what) {
        return new BadDeclarationException(
                service.getClass().getSimpleName() + "." + method.getName() + " (" + origin + ") " + what);
    }

    /** A method of the service and the sources of its arguments. */
    private final class Called {
        private final MethodHandle handle;
        private final List<Wanted> wanted;
        private final String name;

        Called(Method method, List<Wanted> wanted) throws BadDeclarationException {
            this.wanted = wanted;
            this.name = service.getClass().getSimpleName() + "." + method.getName();
            try {
                method.setAccessible(true);
                this.handle = MethodHandles.lookup()
                        .unreflect(method)
                        .bindTo(service)
                        .asFixedArity()
                        .asSpreader(Object[].class, wanted.size());
            } catch (IllegalAccessException e) {
                throw bad(method, "cannot be called: " + e.getMessage());
            }
        }

        T next(@Nullable Document<T> current, @Nullable Object given, DocumentId id, Occasion occasion)
                throws Exception {
            return state(call(current, given, id, occasion));
        }

        @SuppressWarnings("unchecked") // checked here
        T state(@Nullable Object next) {
            if (state.isInstance(next)) return (T) next;
            throw new IllegalStateException(name + " returned "
                    + (next == null ? "null" : "a " + next.getClass().getName()) + ", not a " + state.getName());
        }

        @Nullable
        Object call(@Nullable Document<T> current, @Nullable Object given, DocumentId id, Occasion occasion)
                throws Exception {
            @Nullable Object[] arguments = new @Nullable Object[wanted.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = switch (wanted.get(i)) {
                    case CURRENT -> current == null ? null : current.value();
                    case GIVEN, BODY -> given;
                    case ID -> id;
                    case VERSION -> current == null ? Version.NONE : current.version();
                    case TIMERS -> occasion.timers();
                    case REQUEST -> occasion.request().orElseThrow();
                };
            }
            try {
                return handle.invoke(arguments);
            } catch (BadTimerException wrong) {
                throw new IllegalStateException(name + ": " + wrong.getMessage(), wrong);
            } catch (Exception | Error thrown) {
                throw thrown;
            } catch (Throwable other) {
                throw new IllegalStateException(name + " threw what is neither exception nor error", other);
            }
        }
    }
}
