package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The answers that the server gives by itself: problem documents (RFC 9457) without the help of a codec. */
final class Refusals {
    private static final Response LATE = response(new Refusal(503, "the server has more to do than it can; try later"));
    private static final Response SLOW_ROUTE =
            response(new Refusal(503, "what answers this is slow, and too many wait for it; try later"));
    private static final Response ALL_WAITING =
            response(new Refusal(503, "too many requests wait for their answers; try later"));

    private Refusals() {}

    /** One answer for all: to refuse must be cheap when there is too much to do. */
    static Response response(OverloadReason reason) {
        return switch (reason) {
            case LATE -> LATE;
            case SLOW_ROUTE -> SLOW_ROUTE;
            case ALL_WAITING -> ALL_WAITING;
        };
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
