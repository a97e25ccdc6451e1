package vesper.http;

/**
 * Answers requests; plain blocking code, called by many threads at once.
 *
 * <p>What it throws becomes an answer: a {@link RefusedException} its refusal, anything else a 500 whose cause is
 * logged and never sent.
 */
@FunctionalInterface
public interface Handler {
    Response handle(Request request) throws Exception;
}
