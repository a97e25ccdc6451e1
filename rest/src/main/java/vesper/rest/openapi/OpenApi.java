package vesper.rest.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/**
 * Answers with the OpenAPI document of all that a router serves. It is made when it is first asked for and kept as
 * bytes until routes change; whoever asks meanwhile waits for it. Any thread.
 */
public final class OpenApi {
    private static final int TAG_BYTES = 8;

    /** The text of one moment; of the routes themselves nothing is kept, or replaced code would stay. */
    private static final class Made {
        final long changes;
        final byte[] json;
        final String tag;

        Made(long changes, byte[] json) {
            this.changes = changes;
            this.json = json;
            tag = "\"" + digest(json) + "\"";
        }
    }

    private final Router router;
    private final ApiInfo info;
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable Made newest;

    public OpenApi(Router router, ApiInfo info) {
        this.router = router;
        this.info = info;
    }

    /** The route that answers with it; it is not part of the document. */
    public Route route() {
        return new Route(Method.GET, "/openapi.json", List.of(), List.of(), this::answer, "vesper");
    }

    private Response answer(Request request) {
        Made made = made();
        return Response.of(200)
                .header("Content-Type", "application/json")
                .header("Cache-Control", "no-cache")
                .header("ETag", made.tag)
                .body(made.json);
    }

    private Made made() {
        Made known = newest;
        if (known != null && known.changes == router.changes()) return known;
        making.lock();
        try {
            known = newest;
            if (known != null && known.changes == router.changes()) return known;
            Made made = make();
            newest = made;
            return made;
        } finally {
            making.unlock();
        }
    }

    private Made make() {
        // Counted before the routes are read: a change between the two makes it old, never a stale one new.
        long changes = router.changes();
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        byte[] json = JsonMapper.shared()
                .writer()
                .with(printer)
                .writeValueAsString(ApiDocument.of(router.routes(), info))
                .concat("\n")
                .getBytes(UTF_8);
        return new Made(changes, json);
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(whole, 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
