package vesper.records.capture;

import vesper.http.Exchange;
import vesper.http.Request;

/** Which exchanges are kept, and what of them. Immutable. */
public final class RecordingRules {
    /** Of a request's or a response's content, the most that any rule keeps. */
    public static final int MOST_BODY_BYTES = 64 << 10;

    /** Whether a rule may want an exchange that begins like this. */
    boolean mayKeep(Request request) {
        return mayTrack(request);
    }

    boolean mayTrack(Request request) {
        return request.path().startsWith("/api/");
    }

    /** Whether it is wanted at all; {@code into} then says what of it. */
    boolean choose(Request request, RouteFacts facts, Exchange exchange, Choice into) {
        if (!mayTrack(request)) return false;
        into.tracked = true;
        into.query = true;
        into.headers = true;
        into.request = true;
        into.response = true;
        into.bodyBytes = MOST_BODY_BYTES;
        return true;
    }
}
