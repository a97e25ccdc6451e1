package vesper.rest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import vesper.http.ClientGoneException;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;

/** Makes an answer of what a handler threw. What nobody meant as an answer is logged here, once, and never sent. */
final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private final Problems problems;
    private final ValueWriter values;

    Failures(Problems problems, ValueWriter values) {
        this.problems = problems;
        this.values = values;
    }

    Response answer(Throwable thrown, Request request) {
        Throwable failure = unwrapped(thrown);
        try {
            return switch (failure) {
                case ProblemException problem -> problems.answer(problem.problem(), request);
                case AnsweringFailure own -> values.answer(own.body(), own.status(), request);
                case ClientGoneException _ ->
                    problems.answer(ProblemType.BAD_REQUEST.because("The client closed the connection"), request);
                case RefusedException refused -> refused(refused, request);
                case ErrorResponse spring -> problems.answer(SpringProblem.of(spring), request);
                default -> other(failure, request);
            };
        } catch (RuntimeException e) {
            e.addSuppressed(failure);
            return unexpected(e, request);
        }
    }

    private Response other(Throwable failure, Request request) {
        ResponseStatus status = failure.getClass().getAnnotation(ResponseStatus.class);
        if (status == null) return unexpected(failure, request);
        ProblemType type = ProblemType.ofStatus(AnnotatedStatus.of(status));
        return problems.answer(type.because(status.reason()), request);
    }

    private Response refused(RefusedException refused, Request request) {
        ProblemType type = ProblemType.ofStatus(refused.refusal().status());
        return problems.answer(type.because(refused.refusal().detail()), request);
    }

    private Response unexpected(Throwable failure, Request request) {
        log.error("{} {} failed", request.method(), request.path(), failure);
        return problems.answer(
                ProblemType.SERVER_ERROR.because("The request could not be answered; the server's log says why"),
                request);
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
