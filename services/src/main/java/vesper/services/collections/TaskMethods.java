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
import vesper.services.RunTask;
import vesper.services.Task;
import vesper.services.TaskRun;
import vesper.services.TaskService;
import vesper.services.TaskState;
import vesper.services.collections.Handlers.Occasion;
import vesper.services.tasks.TaskWork;

/** The reader, handlers and work of a collection of tasks, from the methods of its service. */
final class TaskMethods {
    private static final int MOST_PARALLEL = 1000;
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);

    private final Object service;
    private final Method method;
    private final Optional<Type> input;
    private final Optional<Duration> expires;
    private final int parallel;
    private final int mostBytes;
    private final Codec codec;
    private final InstantSource clock;

    private TaskMethods(
            Object service,
            Method method,
            Optional<Type> input,
            Optional<Duration> expires,
            int parallel,
            int mostBytes,
            Codec codec,
            InstantSource clock) {
        this.service = service;
        this.method = method;
        this.input = input;
        this.expires = expires;
        this.parallel = parallel;
        this.mostBytes = mostBytes;
        this.codec = codec;
        this.clock = clock;
    }

    /** @throws BadDeclarationException naming the service's fault */
    static TaskMethods of(Object service, Codec codec, InstantSource clock, String origin)
            throws BadDeclarationException {
        TaskService said = service.getClass().getAnnotation(TaskService.class);
        List<Method> methods = annotated(service.getClass());
        if (methods.size() != 1) {
            throw new BadDeclarationException(
                    origin + ": a service of tasks has one method with @RunTask, not " + methods.size());
        }
        Method method = methods.getFirst();
        if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
            throw new BadDeclarationException(origin + ": " + method.getName() + " is not public, or static");
        }
        if (said.parallel() < 1 || said.parallel() > MOST_PARALLEL) {
            throw new BadDeclarationException(
                    origin + ": parallel is 1 to " + MOST_PARALLEL + ", not " + said.parallel());
        }
        List<Type> inputs = Arrays.stream(method.getGenericParameterTypes())
                .filter(type -> type != TaskRun.class)
                .toList();
        if (inputs.size() > 1) {
            throw new BadDeclarationException(origin + ": " + method.getName() + " takes more than one input");
        }
        try {
            Optional<Duration> expires =
                    said.expires().isEmpty() ? Optional.empty() : Optional.of(PolicyText.duration(said.expires()));
            method.setAccessible(true);
            return new TaskMethods(
                    service,
                    method,
                    inputs.stream().findFirst(),
                    expires,
                    said.parallel(),
                    ServiceDeclaration.policy(said).maxBytes(),
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
        throw new IllegalStateException("what was read as a class is JSON");
    }

    /** Returns handlers that reject replacement. Only the work itself and the actions change a task. */
    Handlers<Task> handlers() {
        return new Handlers<>(
                Optional.empty(),
                Optional.of((_, _, _) -> {
                    throw CONFLICT.because(
                                    "A task keeps its input; POST …/cancel ends it, and POST …/retry runs it again")
                            .exception();
                }),
                Optional.empty(),
                Optional.empty(),
                Map.of("cancel", action(this::cancelled), "retry", action(this::again)),
                Map.of());
    }

    private Task cancelled(Task task) {
        if (task.state().hasEnded()) throw hasEnded(task);
        return task.cancelled(clock.instant());
    }

    private Task again(Task task) {
        if (task.state() != TaskState.FAILED && task.state() != TaskState.CANCELLED) {
            throw CONFLICT.because("The task is " + task.state() + "; one that is FAILED or CANCELLED runs again")
                    .exception();
        }
        return task.again(expiresAt(clock.instant()));
    }

    private static RuntimeException hasEnded(Task task) {
        return CONFLICT.because("The task has ended: it is " + task.state()).exception();
    }

    /** A change that an action makes to a task. */
    @FunctionalInterface
    private interface Deed {
        Task on(Task task);
    }

    private static Handlers.Acting<Task> action(Deed deed) {
        return new Handlers.Acting<>() {
            @Override
            public @Nullable Object read(byte[] body) {
                return null;
            }

            @Override
            public Task act(Document<Task> current, @Nullable Object argument, Occasion occasion) {
                return deed.on(current.value());
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
        return (given, run) -> {
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == TaskRun.class ? run : input(given))
                    .toArray();
            try {
                Object result = handle.invoke(arguments);
                return result == null ? null : made(codec.write(MediaFormat.JSON, result));
            } catch (Exception | Error thrown) {
                throw thrown;
            } catch (Throwable other) {
                throw new IllegalStateException("neither exception nor error was thrown", other);
            }
        };
    }

    /**
     * Rejects a result that alone exceeds the maximum size of a task, and might exceed the bounds for reading it back.
     */
    private JsonNode made(byte[] json) {
        if (json.length <= mostBytes) return tree(json);
        throw new IllegalStateException("what came of it has " + json.length
                + " bytes, and a task with all that is in it " + mostBytes + " at most");
    }

    private Object input(JsonNode given) {
        DecodeResult<?> read = codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, given), input());
        if (read instanceof DecodeResult.Value<?>(var value) && value != null) return value;
        throw new IllegalStateException("the input does not fit the class that the service has now: " + read);
    }
}
