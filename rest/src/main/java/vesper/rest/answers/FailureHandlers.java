package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.Response;

/** Who has the first word where a handler method has thrown. */
@FunctionalInterface
public interface FailureHandlers {
    /** Nobody. */
    FailureHandlers NONE = (_, _) -> null;

    /** The answer to a request whose handler threw this; null where nobody answers for it. */
    @Nullable
    Response answer(Throwable failure, Request request) throws Exception;
}
