package vesper.http.content;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Response;

/** The content of a response that is discarded, because another one is sent instead. */
final class DiscardedContent {
    private static final Logger log = LoggerFactory.getLogger(DiscardedContent.class);

    private DiscardedContent() {}

    /** Releases what the content holds. */
    static void discard(Response response) {
        if (!(response.content() instanceof Response.Streamed streamed)) return;
        try {
            streamed.writer().discard();
        } catch (IOException e) {
            log.debug("content that is not sent cannot be closed", e);
        }
    }
}
