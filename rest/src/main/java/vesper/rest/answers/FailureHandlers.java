package vesper.rest.answers;

import java.util.Optional;
import vesper.http.Request;
import vesper.http.Response;

/** Handlers of exceptions, which are tried before the default handling. */
@FunctionalInterface
public interface FailureHandlers {
    /** Handles no exception. */
    FailureHandlers NONE = (_, _) -> Optional.empty();

    /** Returns the response to an exception of a handler method, or empty if no handler applies. */
    Optional<Response> handle(Throwable failure, Request request) throws Exception;
}
