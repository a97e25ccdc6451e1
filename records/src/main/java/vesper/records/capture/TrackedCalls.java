package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.client.CallWatch;
import vesper.http.client.ClientRequest;
import vesper.records.Tracker;
import vesper.records.Transaction;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;

/**
 * Logs the outgoing calls of a request in its transaction, one line for each call:
 * {@code GET https://erp.example/stock?item=7 → 200 in 12 ms}.
 */
public final class TrackedCalls implements CallWatch {
    private static final int LONGEST_URL = 2000;

    private final Mask mask;

    /** @param masked names of parameters whose values are hidden, see {@link Mask} */
    public TrackedCalls(List<String> masked) {
        mask = Mask.of(masked);
    }

    @Override
    public @Nullable Ending begins(ClientRequest request) {
        Transaction transaction = Tracker.current();
        if (transaction.id().isEmpty()) return null;
        String called = request.method() + " " + shown(request.uri());
        long begunNanos = System.nanoTime();
        return (status, failure) -> {
            String outcome = failure == null
                    ? String.valueOf(status)
                    : failure.getClass().getSimpleName();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
            transaction.log(called + " → " + outcome + " in " + millis + " ms");
        };
    }

    /** Returns the URL without user info and with masked parameters hidden. */
    private String shown(URI uri) {
        String query = uri.getRawQuery();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String url = uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath()
                + (query == null ? "" : "?" + masked(query));
        return url.length() <= LONGEST_URL ? url : url.substring(0, LONGEST_URL) + "…";
    }

    /**
     * Hides the whole query if anything in it must be masked. Otherwise the masked name in it would hide the entire log
     * line.
     */
    private String masked(String query) {
        byte[] bytes = query.getBytes(UTF_8);
        return mask.mayHide(BodyKind.FORM, bytes, 0, bytes.length) ? Mask.HIDDEN : query;
    }
}
