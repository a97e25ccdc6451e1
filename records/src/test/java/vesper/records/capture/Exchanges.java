package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.util.List;
import vesper.http.Exchange;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.masks.Mask;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;

/** Exchanges that came over no wire, as a server tells of them. */
public final class Exchanges {
    static final InetSocketAddress CLIENT = new InetSocketAddress("127.0.0.1", 40_000);
    private static final long BEGIN_MILLIS = 1_700_000_000_000L;

    /** What a server without settings goes by while the Tracker is on. */
    public static final RecordingRules TRACKING =
            new RecordingRules(MonitorRules.NONE, TrackerRules.DEFAULT, Mask.of(List.of("password")));

    private Exchanges() {}

    /** When the exchange of this number began, milliseconds since 1970. */
    public static long timeOf(int number) {
        return BEGIN_MILLIS + number;
    }

    /** A POST of {@code body} that was answered with the same. */
    public static Exchange echo(int number, String body) {
        return echo(number, body, Headers.of("Content-Type", "application/json", "User-Agent", "test/1"));
    }

    /** The same with a field {@code X-Request-ID}. */
    static Exchange echo(int number, String body, String requestId) {
        return echo(
                number,
                body,
                Headers.of("Content-Type", "application/json", "User-Agent", "test/1", "X-Request-ID", requestId));
    }

    private static Exchange echo(int number, String body, Headers headers) {
        Request request = Request.of(Method.POST, "/api/echo?n=" + number, headers, body.getBytes(UTF_8));
        request.route("POST /api/echo");
        return answered(
                number,
                request,
                Response.of(200).header("Content-Type", "application/json").body(body.getBytes(UTF_8)));
    }

    /** A request and its whole answer. */
    public static Exchange answered(int number, Request request, Response answer) {
        return answeredAt(timeOf(number), request, answer);
    }

    /** A request and its whole answer, begun then. */
    public static Exchange answeredAt(long millis, Request request, Response answer) {
        if (request.note() instanceof RunningTransaction running) running.answered(answer);
        else request.note(answer);
        int sent = answer.content() instanceof Response.Bytes bytes ? bytes.length() : 0;
        long received = Math.max(0, request.body().length());
        return new Exchange(request, CLIENT, answer.status(), received, sent, millis, 1_500_000);
    }
}
