package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.Response;

/** Handlers of exceptions, which are tried before the default handling. */
@FunctionalInterface
public interface FailureHandlers {
    /** Handles no exception. */
    FailureHandlers NONE = (_, _) -> null;

    /** Returns the response to an exception of a handler method, or null if no handler applies. */
    @Nullable
    Response answer(Throwable failure, Request request) throws Exception;
}
