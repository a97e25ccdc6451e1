package vesper.launcher.logging;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.Request;

/**
 * An exchange as a line of the Combined Log Format with the duration in microseconds at its end:
 * {@code 127.0.0.1 - - [21/Nov/2026:14:03:07 +0000] "GET /api HTTP/1.1" 200 52 "-" "curl/8.5.0" 104}. Quotes,
 * backslashes and control characters that a client sent are written as escapes. Not for several threads at once.
 */
final class AccessLine {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private long formattedSecond = Long.MIN_VALUE;
    private String formattedTime = "";

    void append(Exchange exchange, StringBuilder text) {
        text.append(exchange.remoteAddress().getAddress().getHostAddress());
        text.append(" - - [").append(timeOf(exchange.startedAtMillis())).append("] ");
        Request request = exchange.parsed();
        appendQuoted(text, request == null ? "-" : requestLine(request));
        text.append(' ').append(exchange.status()).append(' ').append(exchange.bytesSent()).append(' ');
        appendQuoted(text, field(request, "Referer"));
        text.append(' ');
        appendQuoted(text, field(request, "User-Agent"));
        text.append(' ').append(exchange.durationNanos() / 1_000).append('\n');
    }

    private String timeOf(long millis) {
        long second = Math.floorDiv(millis, 1_000);
        if (second != formattedSecond) {
            formattedSecond = second;
            formattedTime = TIME.format(Instant.ofEpochSecond(second));
        }
        return formattedTime;
    }

    private static String requestLine(Request request) {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        return request.method() + " " + request.path() + query + " " + request.version();
    }

    private static String field(@Nullable Request request, String name) {
        return request == null ? "-" : request.headers().first(name).orElse("-");
    }

    private static void appendQuoted(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') text.append('\\').append(c);
            else if (Character.isISOControl(c)) text.append(String.format("\\x%02x", (int) c));
            else text.append(c);
        }
        text.append('"');
    }
}
