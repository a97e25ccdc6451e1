package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import vesper.http.Exchange;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.masks.Mask;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;

/** Exchanges without a connection, as a server reports them to its listeners. */
public final class Exchanges {
    static final InetSocketAddress CLIENT = new InetSocketAddress("127.0.0.1", 40_000);
    private static final long BEGIN_MILLIS = 1_700_000_000_000L;

    /** The rules of a server without settings while the Tracker is on. */
    public static final RecordingRules TRACKING =
            new RecordingRules(MonitorRules.NONE, TrackerRules.DEFAULT, Mask.of(List.of("password")));

    private Exchanges() {}

    /** Returns the start of an exchange, in milliseconds since 1970. */
    public static long timeOf(int number) {
        return BEGIN_MILLIS + number;
    }

    /** Returns a GET exchange that differs from others of the same path only in its times. */
    public static Exchange hello(int number, String path) {
        Headers headers = Headers.of("Host", "localhost:8080", "User-Agent", "test/1");
        Request request = Request.of(Method.GET, path, headers, new byte[0]);
        request.route("GET " + path);
        Response answer = Response.of(200)
                .header("Content-Type", "application/json")
                .body("{\"result\":\"OK\",\"message\":\"Hello, world!\"}".getBytes(UTF_8));
        request.set(Taps.ANSWER, answer);
        long nanos = 20_000 + number * 7_919L % 400_000;
        return new Exchange(request, CLIENT, answer.status(), 0, 42, timeOf(number / 50), nanos);
    }

    /** Returns a POST exchange whose response repeats the body. */
    public static Exchange echo(int number, String body) {
        return echo(number, body, Headers.of("Content-Type", "application/json", "User-Agent", "test/1"));
    }

    /** The same with an {@code X-Request-ID} field. */
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

    /** Returns an exchange on one of a few routes, with a random choice of optional parts. */
    public static Exchange random(int number, Random random) {
        String route = pick(random, "/api/a", "/api/b", "/api/ü", "/api/" + "long".repeat(100));
        Headers headers = Headers.NONE;
        if (random.nextInt(4) > 0) headers = headers.with("User-Agent", pick(random, "one/1", "two/2", "three/3 ü"));
        if (random.nextInt(3) > 0)
            headers = headers.with("Content-Type", pick(random, "application/json", "text/plain"));
        if (random.nextInt(3) == 0) headers = headers.with("X-Request-ID", "" + random.nextLong());
        if (random.nextInt(4) == 0) headers = headers.with("traceparent", trace(random));
        if (random.nextInt(9) == 0) headers = headers.with("Authorization", "Basic eDp5");
        String query = pick(random, "", "", "?n=" + number, "?password=secret&x=1");
        String secret = "{\"password\":\"" + pick(random, "one", "two") + "\"}";
        byte[] body = pick(random, "", "{\"a\":1}", secret, "text " + number, "x".repeat(random.nextInt(5000)))
                .getBytes(UTF_8);
        Request request = Request.of(random.nextInt(5) == 0 ? Method.PUT : Method.POST, route + query, headers, body);
        request.route("POST " + route);
        Response answer = Response.of(pick(random, "200", "200", "404").equals("200") ? 200 : 404);
        if (random.nextBoolean()) answer = answer.header("Content-Type", pick(random, "text/plain", "text/html"));
        if (random.nextInt(5) == 0) answer = answer.header("Content-Encoding", pick(random, "gzip", "identity"));
        return answered(number, request, random.nextInt(4) == 0 ? answer : answer.body(body));
    }

    private static String trace(Random random) {
        String id = pick(random, "0af7651916cd43dd8448eb211c80319c", "0af7651916cd43dd4bf92f3577b34da6");
        return "00-" + id + "-b7ad6b7169203331-01";
    }

    private static String pick(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }

    /** Returns an exchange with a complete response. */
    public static Exchange answered(int number, Request request, Response answer) {
        return answeredAt(timeOf(number), request, answer);
    }

    /** Returns an exchange with a complete response and the given start. */
    public static Exchange answeredAt(long millis, Request request, Response answer) {
        request.set(Taps.ANSWER, answer);
        int sent = answer.content() instanceof Response.Bytes bytes ? bytes.length() : 0;
        long received = Math.max(0, request.body().length());
        return new Exchange(request, CLIENT, answer.status(), received, sent, millis, 1_500_000);
    }
}
