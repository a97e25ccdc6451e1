package vesper.rest.answers;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import vesper.codec.TextTooLargeException;
import vesper.codec.WriteMemoryExhaustedException;
import vesper.http.ClientGoneException;
import vesper.http.FailureLog;
import vesper.http.FailureWitness;
import vesper.http.OpenFiles;
import vesper.http.Refusal;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.AnsweringFailure;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/**
 * Creates responses from exceptions of handlers. An exception that is not meant as a response is logged, and its
 * details are never sent to the client.
 */
public final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private static final Refusal OVERLOADED =
            new Refusal(503, "Too many large responses are being created; try again later");

    private static final int SERVER_FAILED = 500;

    private final Problems problems;
    private final ValueWriter values;
    private final FailureHandlers handlers;
    private final FailureLog failureLog;

    public Failures(Problems problems, ValueWriter values) {
        this(problems, values, FailureHandlers.NONE, new FailureLog(log));
    }

    private Failures(Problems problems, ValueWriter values, FailureHandlers handlers, FailureLog failureLog) {
        this.problems = problems;
        this.values = values;
        this.handlers = handlers;
        this.failureLog = failureLog;
    }

    /** Returns an instance that tries these handlers first. */
    public Failures withHandlers(FailureHandlers newHandlers) {
        return new Failures(problems, values, newHandlers, failureLog);
    }

    public Response respond(Throwable thrown, Request request) {
        Throwable failure = unwrapped(thrown);
        try {
            Optional<Response> handled =
                    isEngineFailure(failure) ? Optional.empty() : handlers.handle(failure, request);
            return handled.isPresent() ? handled.get() : unhandled(failure, request);
        } catch (Exception e) {
            if (!(e instanceof ProblemException)) e.addSuppressed(failure);
            return unhandled(unwrapped(e), request);
        }
    }

    /** Returns whether the engine threw this exception, about a request that it cannot continue. */
    private static boolean isEngineFailure(Throwable failure) {
        return failure instanceof ClientGoneException || failure instanceof RefusedException;
    }

    private Response unhandled(Throwable failure, Request request) {
        try {
            return switch (failure) {
                case ProblemException problem -> problem(problem.problem(), request);
                case AnsweringFailure own -> values.respond(own.body(), own.status(), request);
                case ClientGoneException _ ->
                    problems.respond(ProblemType.BAD_REQUEST.because("The client closed the connection"), request);
                case TextTooLargeException tooLarge -> tooLarge(tooLarge, request);
                case WriteMemoryExhaustedException _ -> rejected(OVERLOADED, request);
                case RefusedException refused -> rejected(refused.refusal(), request);
                case ErrorResponse spring -> problems.respond(SpringProblems.of(spring), request);
                default -> annotatedOrUnexpected(failure, request);
            };
        } catch (RuntimeException e) {
            e.addSuppressed(failure);
            return unexpected(e, request);
        }
    }

    /** Records a server error even if its response is intended: operators want to see what the server could not do. */
    private Response problem(Problem problem, Request request) {
        if (problem.type().status() >= SERVER_FAILED) request.failed(problem.detail());
        return problems.respond(problem, request);
    }

    private Response annotatedOrUnexpected(Throwable failure, Request request) {
        ResponseStatus annotation = AnnotatedStatus.on(failure);
        if (annotation == null) return unexpected(failure, request);
        int status = AnnotatedStatus.of(annotation);
        if (status < 400) return Response.of(status);
        return problems.respond(ProblemType.ofStatus(status).because(annotation.reason()), request);
    }

    private Response rejected(Refusal refusal, Request request) {
        Problem problem = ProblemType.ofStatus(refusal.status()).because(refusal.detail());
        boolean isTemporary = refusal.status() == 503;
        return problems.respond(isTemporary ? problem.header("Retry-After", "1") : problem, request);
    }

    /** Logs no stack trace: it would always point into the serializer. */
    private Response tooLarge(TextTooLargeException tooLarge, Request request) {
        log.error(
                "{} {} failed: the returned value is too large ({}). Use a StreamingBody, or a Stream with"
                        + " application/x-ndjson, which are sent in pieces without a limit",
                request.method(),
                request.path(),
                tooLarge.getMessage());
        return problems.respond(
                ProblemType.SERVER_ERROR.because("The response exceeds the limit of " + tooLarge.maxBytes() + " bytes"),
                request);
    }

    private Response unexpected(Throwable failure, Request request) {
        // The recorded exchange has the same trace ID.
        String trace = request.trace().traceId();
        request.failed(failure);
        failureLog.report(request.method() + " " + request.path() + " failed, trace " + trace, failure);
        FailureWitness witness = request.get(FailureWitness.SLOT);
        if (witness != null) witness.failed(request, failure);
        if (OpenFiles.areExhausted(failure)) return rejected(OpenFiles.EXHAUSTED, request);
        return problems.respond(ProblemType.SERVER_ERROR.because("The request failed; see the server's log"), request);
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while (isWrapper(failure) && failure.getCause() != null) failure = failure.getCause();
        return failure;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof InvocationTargetException
                || failure instanceof UndeclaredThrowableException;
    }
}
