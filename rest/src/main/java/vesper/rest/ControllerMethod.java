package vesper.rest;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/** Answers requests with a handler method: its arguments are bound, it is called, what it returns is marshalled. */
final class ControllerMethod implements Handler {
    private static final @Nullable Object[] NO_ARGUMENTS = {};

    private final MethodHandle method;
    private final Argument[] arguments;
    private final Answers answers;
    private final boolean returnsValues;
    private final @Nullable Executor executor;

    /**
     * Puts the parts together.
     *
     * @param method bound to its object; takes nothing, or all arguments in one array, and returns an object
     * @param returnsValues whether all that it returns needs JSON or XML, so that a client that takes neither is told
     *     before it runs
     * @param executor where it runs; null for the thread that calls
     */
    ControllerMethod(
            MethodHandle method,
            Argument[] arguments,
            Answers answers,
            boolean returnsValues,
            @Nullable Executor executor) {
        this.method = method;
        this.arguments = arguments;
        this.answers = answers;
        this.returnsValues = returnsValues;
        this.executor = executor;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (returnsValues && !answers.takesValues(request)) throw answers.notAcceptable();
        @Nullable Object[] bound = arguments.length == 0 ? NO_ARGUMENTS : bind(request);
        return executor == null ? answers.answer(call(bound), request) : elsewhere(executor, bound, request);
    }

    private Response elsewhere(Executor threads, @Nullable Object[] bound, Request request) {
        CompletableFuture<@Nullable Object> returned = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call(bound);
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                threads);
        return answers.answer(
                returned.thenCompose(value -> value instanceof CompletableFuture<?> stage
                        ? stage.thenApply(Function.<Object>identity())
                        : CompletableFuture.completedFuture(value)),
                request);
    }

    private @Nullable Object[] bind(Request request) throws Exception {
        Call call = new Call(request);
        @Nullable Object[] bound = new @Nullable Object[arguments.length];
        for (int i = 0; i < bound.length; i++) bound[i] = arguments[i].of(call);
        if (call.errors().isEmpty()) return bound;
        String detail = call.errors().size() == 1
                ? "One value of the request is not as expected"
                : call.errors().size() + " values of the request are not as expected";
        throw ProblemType.BAD_REQUEST.because(detail).at(call.errors()).exception();
    }

    private @Nullable Object call(@Nullable Object[] bound) throws Exception {
        try {
            return bound.length == 0 ? (Object) method.invokeExact() : (Object) method.invokeExact(bound);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException("a handler method threw what is neither exception nor error", t);
        }
    }
}
