package vesper.http.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.http.HeldBytes;
import vesper.http.Refusal;
import vesper.http.Request;
import vesper.http.Response;

/**
 * Inflation of request content while handlers read it, within the limits of {@link ContentSettings}. It allows
 * {@value #MOST_CODINGS} codings on top of each other, and {@value #MOST_AT_ONCE} requests at a time. All inflated
 * content held as a whole may take {@link ContentSettings#INFLATED} of the heap.
 */
final class Inflation {
    private static final int MOST_CODINGS = 2;
    private static final int MOST_AT_ONCE = 128;

    private final ContentSettings settings;
    private final Coders coders;
    private final HeldBytes held = new HeldBytes(ContentSettings.INFLATED.bytes());

    Inflation(ContentSettings settings) {
        this(settings, MOST_AT_ONCE);
    }

    Inflation(ContentSettings settings, int mostAtOnce) {
        this.settings = settings;
        this.coders = new Coders(mostAtOnce);
    }

    /** Outcome for a request with content. */
    sealed interface InflationResult {
        /** The content has no coding; the request can be handled unchanged. */
        record Plain() implements InflationResult {}

        /** The content is inflated while it is read. The body holds a slot until it is closed. */
        record Coded(InflatedBody body) implements InflationResult {}

        record Refused(Response answer) implements InflationResult {}
    }

    private static final InflationResult PLAIN = new InflationResult.Plain();

    /** Replaces coded content by an inflating body. */
    InflationResult inflate(Request request) {
        String text = request.headers().combinedOrNull("Content-Encoding");
        if (text == null) return PLAIN;
        List<ContentCoding> codings = new ArrayList<>();
        for (String token : text.split(",", MOST_CODINGS + 2)) {
            if (token.isBlank() || token.strip().equalsIgnoreCase(AcceptedCodings.IDENTITY)) continue;
            Optional<ContentCoding> coding = ContentCoding.named(token);
            if (coding.isEmpty()) return refused("content of an unknown coding");
            codings.add(coding.get());
        }
        if (codings.isEmpty()) return PLAIN;
        if (codings.size() > MOST_CODINGS) return refused("content of more than " + MOST_CODINGS + " codings");
        if (!coders.tryAcquire())
            return new InflationResult.Refused(
                    new Refusal(503, "too much is inflated at once; try again later").answer());
        return coded(request, codings);
    }

    private InflationResult coded(Request request, List<ContentCoding> codings) {
        InflatedBody body = new InflatedBody(request.body(), codings.reversed(), settings, coders, held);
        request.body(body);
        request.headers(request.headers().without("Content-Encoding").without("Content-Length"));
        return new InflationResult.Coded(body);
    }

    private static InflationResult refused(String detail) {
        return new InflationResult.Refused(
                new Refusal(415, detail).answer().header("Accept-Encoding", ContentCoding.tokens()));
    }
}
