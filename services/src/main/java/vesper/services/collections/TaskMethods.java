package vesper.services.collections;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.Document;
import vesper.rest.ProblemType;
import vesper.rest.access.AccessAnnotations;
import vesper.services.RunTask;
import vesper.services.Task;
import vesper.services.TaskRun;
import vesper.services.TaskService;
import vesper.services.TaskState;
import vesper.services.collections.Handlers.CallContext;
import vesper.services.tasks.TaskWork;

/** The reader, handlers and work of a collection of tasks, from the methods of its service. */
final class TaskMethods {
    private static final int MAX_PARALLEL = 1000;
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);

    private final Object service;
    private final Method method;
    private final Optional<Type> input;
    private final Optional<Duration> expires;
    private final int parallel;
    private final int maxBytes;
    private final Codec codec;
    private final InstantSource clock;

    private TaskMethods(
            Object service,
            Method method,
            Optional<Type> input,
            Optional<Duration> expires,
            int parallel,
            int maxBytes,
            Codec codec,
            InstantSource clock) {
        this.service = service;
        this.method = method;
        this.input = input;
        this.expires = expires;
        this.parallel = parallel;
        this.maxBytes = maxBytes;
        this.codec = codec;
        this.clock = clock;
    }

    /** @throws BadDeclarationException naming the service's fault */
    static TaskMethods of(Object service, Codec codec, InstantSource clock, String origin)
            throws BadDeclarationException {
        TaskService annotation = service.getClass().getAnnotation(TaskService.class);
        requireNoProtection(service.getClass(), origin);
        List<Method> methods = annotated(service.getClass());
        if (methods.size() != 1) {
            throw new BadDeclarationException(
                    origin + ": a task service needs exactly one method with @RunTask, not " + methods.size());
        }
        Method method = methods.getFirst();
        if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
            throw new BadDeclarationException(origin + ": " + method.getName() + " must be public and not static");
        }
        if (annotation.parallel() < 1 || annotation.parallel() > MAX_PARALLEL) {
            throw new BadDeclarationException(
                    origin + ": parallel is 1 to " + MAX_PARALLEL + ", not " + annotation.parallel());
        }
        List<Type> inputs = Arrays.stream(method.getGenericParameterTypes())
                .filter(type -> type != TaskRun.class)
                .toList();
        if (inputs.size() > 1) {
            throw new BadDeclarationException(origin + ": " + method.getName() + " takes more than one input");
        }
        try {
            Optional<Duration> expires = annotation.expires().isEmpty()
                    ? Optional.empty()
                    : Optional.of(PolicyText.duration(annotation.expires()));
            method.setAccessible(true);
            return new TaskMethods(
                    service,
                    method,
                    inputs.stream().findFirst(),
                    expires,
                    annotation.parallel(),
                    ServiceDeclaration.policy(annotation).maxBytes(),
                    codec.unindented(),
                    clock);
        } catch (IllegalArgumentException wrong) {
            throw new BadDeclarationException(origin + ": " + wrong.getMessage());
        }
    }

    private static List<Method> annotated(Class<?> service) {
        List<Method> found = new ArrayList<>();
        for (Class<?> type = service; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(RunTask.class) && !method.isBridge()) found.add(method);
            }
        }
        return found;
    }

    int parallel() {
        return parallel;
    }

    /** Returns the type of the input that clients send. */
    Type input() {
        return input.orElse(JsonNode.class);
    }

    /** Returns a reader that creates a waiting task from an input that fits. */
    StateReader<Task> reader() {
        return json -> switch (codec.read(MediaFormat.JSON, json, input())) {
            case DecodeResult.Value<?>(var value) ->
                value == null ? new DecodeResult.Value<>(null) : new DecodeResult.Value<>(created(json));
            case DecodeResult.Malformed<?>(var reason, var line, var column) ->
                new DecodeResult.Malformed<>(reason, line, column);
            case DecodeResult.TooLarge<?>(var reason) -> new DecodeResult.TooLarge<>(reason);
            case DecodeResult.Mismatch<?>(var fields) -> new DecodeResult.Mismatch<>(fields);
        };
    }

    private Task created(byte[] json) {
        Instant now = clock.instant();
        return Task.created(tree(json), now, expiresAt(now));
    }

    private @Nullable Instant expiresAt(Instant from) {
        return expires.map(from::plus).orElse(null);
    }

    private JsonNode tree(byte[] json) {
        if (codec.read(MediaFormat.JSON, json, JsonNode.class) instanceof DecodeResult.Value<?>(var tree)
                && tree instanceof JsonNode node) return node;
        throw new IllegalStateException("text that was read as a class must be JSON");
    }

    /** Returns handlers that reject replacement. Only the work itself and the actions change a task. */
    Handlers<Task> handlers() {
        return new Handlers<>(
                Optional.empty(),
                Optional.of((_, _, _) -> {
                    throw CONFLICT.because("The input of a task cannot change; use POST …/cancel or POST …/retry")
                            .exception();
                }),
                Optional.empty(),
                Optional.empty(),
                Map.of("cancel", action(this::cancelled), "retry", action(this::retried)),
                Map.of());
    }

    private Task cancelled(Task task) {
        if (task.state().hasEnded()) throw alreadyEnded(task);
        return task.cancelled(clock.instant());
    }

    private Task retried(Task task) {
        if (task.state() != TaskState.FAILED && task.state() != TaskState.CANCELLED) {
            throw CONFLICT.because("The task is " + task.state() + "; only FAILED or CANCELLED tasks can be retried")
                    .exception();
        }
        return task.retried(expiresAt(clock.instant()));
    }

    private static RuntimeException alreadyEnded(Task task) {
        return CONFLICT.because("The task has ended: it is " + task.state()).exception();
    }

    /** A change that an action makes to a task. */
    @FunctionalInterface
    private interface TaskChange {
        Task applyTo(Task task);
    }

    private static Handlers.ActionHandler<Task> action(TaskChange change) {
        return new Handlers.ActionHandler<>() {
            @Override
            public @Nullable Object read(byte[] body) {
                return null;
            }

            @Override
            public Task act(Document<Task> current, @Nullable Object argument, CallContext context) {
                return change.applyTo(current.value());
            }
        };
    }

    TaskWork work() throws BadDeclarationException {
        MethodHandle handle;
        try {
            handle = MethodHandles.lookup()
                    .unreflect(method)
                    .bindTo(service)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount());
        } catch (IllegalAccessException e) {
            throw new BadDeclarationException(method.getName() + " cannot be called: " + e.getMessage());
        }
        return (input, run) -> {
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == TaskRun.class ? run : input(input))
                    .toArray();
            try {
                Object result = handle.invoke(arguments);
                return result == null ? null : result(codec.write(MediaFormat.JSON, result));
            } catch (Exception | Error thrown) {
                throw thrown;
            } catch (Throwable other) {
                throw new IllegalStateException("a task threw a Throwable that is neither Exception nor Error", other);
            }
        };
    }

    /**
     * Rejects a result that alone exceeds the maximum size of a task, and might exceed the bounds for reading it back.
     */
    private JsonNode result(byte[] json) {
        if (json.length <= maxBytes) return tree(json);
        throw new IllegalStateException(
                "the result has " + json.length + " bytes; the limit for the whole task is " + maxBytes);
    }

    private Object input(JsonNode input) {
        DecodeResult<?> read = codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, input), input());
        if (read instanceof DecodeResult.Value<?>(var value) && value != null) return value;
        throw new IllegalStateException("the input does not fit the class that the service has now: " + read);
    }

    /** Rejects annotations that say who may call a method: tasks are started over the routes of the class. */
    private static void requireNoProtection(Class<?> service, String origin) throws BadDeclarationException {
        for (Class<?> type = service; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!AccessAnnotations.areOn(method)) continue;
                throw new BadDeclarationException(origin + ": "
                        + AccessAnnotations.namesOn(method).getFirst() + " on " + method.getName()
                        + " protects nothing; annotate the class instead");
            }
        }
    }
}
