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
import vesper.rest.answers.FailureHandlers;
import vesper.rest.answers.ResponseFactory;
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
    private final ResponseFactory responses;
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
            ResponseFactory responses,
            Bodies bodies,
            boolean returnsValues,
            @Nullable Executor executor,
            @Nullable Constraints constraints,
            ExceptionHandlers handlers) {
        this.method = method;
        this.arguments = arguments;
        this.responses = responses;
        this.bodies = bodies;
        this.returnsValues = returnsValues;
        this.executor = executor;
        this.constraints = constraints;
        this.handlers = handlers;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (!handlers.isEmpty()) return handleWithExceptionHandlers(new Call(request, bodies));
        Accept accept = negotiate(request);
        if (arguments.length == 0 && executor == null) return responses.respond(call(NO_ARGUMENTS), accept, request);
        Call call = new Call(request, bodies);
        try {
            return bindAndCall(call, accept, FailureHandlers.NONE);
        } finally {
            call.markHandledUnlessDispatched();
        }
    }

    /** Handles a call with exception handlers. They can use what has already been read of the request. */
    private Response handleWithExceptionHandlers(Call call) {
        FailureHandlers exceptionHandlers = (failure, _) -> handlers.handle(failure, call);
        try {
            return bindAndCall(call, negotiate(call.request()), exceptionHandlers);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return responses.failureResponse(t, call.request(), exceptionHandlers);
        } finally {
            call.markHandledUnlessDispatched();
        }
    }

    /** Negotiates the representation of the result, before any other work. */
    private Accept negotiate(Request request) {
        Accept accept = Accept.of(request.headers());
        if (returnsValues && !responses.canRespond(accept)) throw responses.notAcceptable();
        return accept;
    }

    private Response bindAndCall(Call call, Accept accept, FailureHandlers exceptionHandlers) throws Exception {
        @Nullable Object[] bound = bind(call);
        if (executor == null) return responses.respond(call(bound), accept, call.request(), exceptionHandlers);
        return dispatch(executor, bound, accept, call, exceptionHandlers);
    }

    private Response dispatch(
            Executor threads, @Nullable Object[] bound, Accept accept, Call call, FailureHandlers exceptionHandlers) {
        CompletableFuture<@Nullable Object> returned = new CompletableFuture<>();
        call.setRunsOnOtherThread(true);
        try {
            threads.execute(() -> {
                call.request().handleHere(() -> complete(returned, bound));
                call.markHandled();
            });
        } catch (RejectedExecutionException e) {
            call.setRunsOnOtherThread(false);
            throw ProblemType.UNAVAILABLE
                    .because("Too many requests are waiting for a thread")
                    .exception();
        }
        return responses.respond(returned, accept, call.request(), exceptionHandlers);
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
        call.throwIfInvalid();
        return bound;
    }

    private void bindAndCheck(@Nullable Object[] bound, Call call, Constraints checks) throws Exception {
        BitSet bad = new BitSet(bound.length);
        for (int i = 0; i < bound.length; i++) {
            int badBefore = call.errors().size();
            bound[i] = arguments[i].of(call);
            if (call.errors().size() > badBefore) bad.set(i);
        }
        checks.check(bound, bad, call);
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
            throw new IllegalStateException(
                    "a handler method threw a Throwable that is neither Exception nor Error", t);
        }
    }
}
