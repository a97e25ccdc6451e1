package vesper.http;

/**
 * A function that answers requests: plain blocking code, called by many threads at once.
 *
 * <p>An exception becomes a response: that of the refusal for a {@link RefusedException}, a 500 for anything else. The
 * cause of a 500 is logged and never sent.
 */
@FunctionalInterface
public interface Handler {
    Response handle(Request request) throws Exception;
}
