package vesper.records.capture;

import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.RequestBody;
import vesper.http.Response;

/** Access to the retained contents of an exchange. */
final class Taps {
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
        Response answer = answer(request.note());
        if (answer != null) release(answer.content());
    }

    private static void release(Response.Content content) {
        if (!(content instanceof Response.Streamed streamed)) return;
        if (streamed.writer() instanceof TappedWriter tapped) tapped.tap().release();
    }

    /** Returns the response that a note holds, or null. */
    static @Nullable Response answer(@Nullable Object note) {
        return switch (note) {
            case Response response -> response;
            case StreamedAnswer streamed -> streamed.answer();
            case RunningTransaction running -> running.answer();
            case null, default -> null;
        };
    }
}
