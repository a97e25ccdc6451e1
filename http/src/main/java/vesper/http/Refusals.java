package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Responses that the server creates on its own: problem documents (RFC 9457), written without a codec. */
final class Refusals {
    /**
     * Shared, because refusals must be cheap under overload. All are created at class loading: a class that a refusal
     * needs could not be loaded later if no file can be opened.
     */
    private static final Map<OverloadReason, Response> OVERLOADED = new EnumMap<>(OverloadReason.class);

    static {
        for (OverloadReason reason : OverloadReason.values())
            OVERLOADED.put(reason, response(new Refusal(503, detail(reason))));
    }

    private Refusals() {}

    private static String detail(OverloadReason reason) {
        return switch (reason) {
            case LATE -> "the server has more to do than it can; try later";
            case SLOW_ROUTE -> "what answers this is slow, and too many wait for it; try later";
            case ALL_WAITING -> "too many requests wait for their answers; try later";
        };
    }

    static Response response(OverloadReason reason) {
        return Objects.requireNonNull(OVERLOADED.get(reason));
    }

    static Response response(Refusal refusal) {
        Response response = Response.of(refusal.status())
                .header("Content-Type", "application/problem+json")
                .body(document(refusal).getBytes(UTF_8));
        return refusal.status() == 503 ? response.header("Retry-After", "1") : response;
    }

    private static String document(Refusal refusal) {
        return """
            {
              "type" : "about:blank",
              "title" : "%s",
              "status" : %d,
              "detail" : "%s"
            }""".formatted(Status.reason(refusal.status()), refusal.status(), escaped(refusal.detail()));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') escaped.append('\\').append(c);
            else if (c < ' ') escaped.append("\\u%04x".formatted((int) c));
            else escaped.append(c);
        }
        return escaped.toString();
    }
}
