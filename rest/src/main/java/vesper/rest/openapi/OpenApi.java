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
import vesper.rest.access.Permission;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/**
 * Serves the OpenAPI document for all routes of a router. The document is created by the first request and cached as
 * bytes until routes change. Concurrent requests wait for it. Safe for use by any thread.
 */
public final class OpenApi {
    private static final int TAG_BYTES = 8;

    /** A cached document. It holds no reference to routes, which would keep replaced code in memory. */
    private static final class CachedDocument {
        final long changes;
        final byte[] json;
        final String tag;

        CachedDocument(long changes, byte[] json) {
            this.changes = changes;
            this.json = json;
            tag = "\"" + digest(json) + "\"";
        }
    }

    private final Router router;
    private final ApiInfo info;
    private final ReentrantLock generateLock = new ReentrantLock();
    private volatile @Nullable CachedDocument cached;

    public OpenApi(Router router, ApiInfo info) {
        this.router = router;
        this.info = info;
    }

    /** Returns the route that serves the document. The document does not list it. */
    public Route route() {
        return new Route(Method.GET, "/openapi.json", List.of(), List.of(), this::answer, "vesper")
                .withPermission(Permission.PUBLIC);
    }

    private Response answer(Request request) {
        CachedDocument document = current();
        return Response.of(200)
                .header("Content-Type", "application/json")
                .header("Cache-Control", "no-cache")
                .header("ETag", document.tag)
                .body(document.json);
    }

    private CachedDocument current() {
        CachedDocument known = cached;
        if (known != null && known.changes == router.changes()) return known;
        generateLock.lock();
        try {
            known = cached;
            if (known != null && known.changes == router.changes()) return known;
            CachedDocument generated = generate();
            cached = generated;
            return generated;
        } finally {
            generateLock.unlock();
        }
    }

    private CachedDocument generate() {
        // Read before the routes. If routes change in between, the document counts as outdated and is created again; in
        // the opposite order, an outdated document would count as current.
        long changes = router.changes();
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        byte[] json = JsonMapper.shared()
                .writer()
                .with(printer)
                .writeValueAsString(ApiDocument.of(router.routes(), info))
                .concat("\n")
                .getBytes(UTF_8);
        return new CachedDocument(changes, json);
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
