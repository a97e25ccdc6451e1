package vesper.records.capture;

import vesper.http.Request;
import vesper.http.RequestBody;
import vesper.http.Response;
import vesper.http.Slot;

/** Access to the retained contents of an exchange. */
final class Taps {
    /** The response, or null until the handler has returned it. Content that streams past is tapped. */
    static final Slot<Response> ANSWER = Slot.of(Response.class, 2);

    private Taps() {}

    static boolean isCut(RequestBody body, int most) {
        byte[] whole = body.whole();
        if (whole != null) return whole.length > most;
        if (!(body instanceof TappedBody tapped)) return body.length() != 0;
        return tapped.tap().isCut() || tapped.tap().length() > most;
    }

    static boolean isCut(Response answer, int most) {
        return switch (answer.content()) {
            case Response.Bytes bytes -> bytes.length() > most;
            case Response.Streamed streamed ->
                streamed.writer() instanceof TappedWriter tapped
                        && (tapped.tap().isCut() || tapped.tap().length() > most);
        };
    }

    /** Releases the contents that were retained while they streamed past. */
    static void release(Request request) {
        if (request.body() instanceof TappedBody tapped) tapped.tap().release();
        Response answer = request.get(ANSWER);
        if (answer != null) release(answer.content());
    }

    private static void release(Response.Content content) {
        if (!(content instanceof Response.Streamed streamed)) return;
        if (streamed.writer() instanceof TappedWriter tapped) tapped.tap().release();
    }
}
