package vesper.rest.controllers;

import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;
import vesper.rest.answers.Answers;
import vesper.rest.answers.FailureHandlers;
import vesper.rest.binding.Argument;
import vesper.rest.binding.Call;
import vesper.rest.bodies.Bodies;
import vesper.rest.constraints.Constraints;
import vesper.rest.media.Accept;

/** Handles requests with a handler method: binds its arguments, calls it, and marshals the returned value. */
public final class ControllerMethod implements Handler {
    private static final @Nullable Object[] NO_ARGUMENTS = {};

    private final MethodHandle method;
    private final Argument[] arguments;
    private final Answers answers;
    private final Bodies bodies;
    private final boolean returnsValues;
    private final @Nullable Executor executor;
    private final @Nullable Constraints constraints;
    private final ExceptionHandlers handlers;

    /**
     * Creates the handler.
     *
     * @param method bound to its object; takes no arguments, or all of them in one array, and returns an object
     * @param returnsValues true if every returned value is marshalled as JSON or XML, so that a client that accepts
     *     neither is rejected before the method runs
     * @param executor runs the method; null to run it on the calling thread
     * @param constraints checked before the method is called; null for none
     * @param handlers handle exceptions before the default handling
     */
    ControllerMethod(
            MethodHandle method,
            Argument[] arguments,
            Answers answers,
            Bodies bodies,
            boolean returnsValues,
            @Nullable Executor executor,
            @Nullable Constraints constraints,
            ExceptionHandlers handlers) {
        this.method = method;
        this.arguments = arguments;
        this.answers = answers;
        this.bodies = bodies;
        this.returnsValues = returnsValues;
        this.executor = executor;
        this.constraints = constraints;
        this.handlers = handlers;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (!handlers.isNone()) return guarded(new Call(request, bodies));
        Accept accept = acceptable(request);
        if (arguments.length == 0 && executor == null) return answers.answer(call(NO_ARGUMENTS), accept, request);
        Call call = new Call(request, bodies);
        try {
            return answered(call, accept, FailureHandlers.NONE);
        } finally {
            call.handledHere();
        }
    }

    /** Handles a call with exception handlers. They can use what has already been read of the request. */
    private Response guarded(Call call) {
        FailureHandlers first = (failure, _) -> handlers.answer(failure, call);
        try {
            return answered(call, acceptable(call.request()), first);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return answers.failed(t, call.request(), first);
        } finally {
            call.handledHere();
        }
    }

    /** Negotiates the representation of the result, before any other work. */
    private Accept acceptable(Request request) {
        Accept accept = Accept.of(request.headers());
        if (returnsValues && !answers.canAnswer(accept)) throw answers.notAcceptable();
        return accept;
    }

    private Response answered(Call call, Accept accept, FailureHandlers first) throws Exception {
        @Nullable Object[] bound = bind(call);
        if (executor == null) return answers.answer(call(bound), accept, call.request(), first);
        return elsewhere(executor, bound, accept, call, first);
    }

    private Response elsewhere(
            Executor threads, @Nullable Object[] bound, Accept accept, Call call, FailureHandlers first) {
        CompletableFuture<@Nullable Object> returned = new CompletableFuture<>();
        call.goesOnElsewhere(true);
        try {
            threads.execute(() -> {
                call.request().handleHere(() -> complete(returned, bound));
                call.handled();
            });
        } catch (RejectedExecutionException e) {
            call.goesOnElsewhere(false);
            throw ProblemType.UNAVAILABLE
                    .because("Too many requests of this kind are waiting")
                    .exception();
        }
        return answers.answer(returned, accept, call.request(), first);
    }

    /** If the handler returns a stage, its outcome is the outcome of the handler. */
    private void complete(CompletableFuture<@Nullable Object> returned, @Nullable Object[] bound) {
        try {
            Object value = call(bound);
            if (value instanceof CompletionStage<?> stage) {
                stage.whenComplete((late, thrown) -> {
                    if (thrown == null) returned.complete(late);
                    else returned.completeExceptionally(thrown);
                });
            } else {
                returned.complete(value);
            }
        } catch (Throwable t) {
            returned.completeExceptionally(t);
        }
    }

    private @Nullable Object[] bind(Call call) throws Exception {
        @Nullable Object[] bound = new @Nullable Object[arguments.length];
        if (constraints == null) {
            for (int i = 0; i < bound.length; i++) bound[i] = arguments[i].of(call);
        } else {
            bindAndCheck(bound, call, constraints);
        }
        call.throwBad();
        return bound;
    }

    private void bindAndCheck(@Nullable Object[] bound, Call call, Constraints asked) throws Exception {
        BitSet bad = new BitSet(bound.length);
        for (int i = 0; i < bound.length; i++) {
            int badBefore = call.errors().size();
            bound[i] = arguments[i].of(call);
            if (call.errors().size() > badBefore) bad.set(i);
        }
        asked.check(bound, bad, call);
    }

    private @Nullable Object call(@Nullable Object[] bound) throws Exception {
        return call(method, bound);
    }

    /** Calls a method that takes no arguments, or all of them in one array. */
    static @Nullable Object call(MethodHandle method, @Nullable Object[] bound) throws Exception {
        try {
            return bound.length == 0 ? (Object) method.invokeExact() : (Object) method.invokeExact(bound);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException("a handler method threw what is neither exception nor error", t);
        }
    }
}
