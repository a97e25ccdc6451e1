package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;

/** A handler that echoes method, target and content of a request; some paths do something else. */
final class EchoHandler implements Handler {
    @Override
    public Response handle(Request request) throws IOException {
        String path = request.path();
        if (path.startsWith("/header/")) return header(request, path.substring("/header/".length()));
        return switch (path) {
            case "/204" -> Response.of(204);
            case "/204/content" -> text(204, "dropped");
            case "/204/stream" -> Response.of(204).body(out -> out.write("dropped".getBytes(ISO_8859_1)));
            case "/205" -> text(205, "dropped");
            case "/205/stream" -> Response.of(205).body(out -> out.write("dropped".getBytes(ISO_8859_1)));
            case "/205/stream/7" -> Response.of(205).body(7, out -> out.write("dropped".getBytes(ISO_8859_1)));
            case "/404" -> Refusals.response(new Refusal(404, "not here"));
            case "/close" -> text(200, "closing").header("Connection", "close");
            case "/dated" -> text(200, "dated").header("Date", "Thu, 01 Jan 1970 00:00:00 GMT");
            case "/length" -> text(200, "length").header("Content-Length", "1");
            case "/304" -> text(304, "dropped");
            case "/stream" ->
                Response.of(200).body(out -> {
                    out.write("stre".getBytes(ISO_8859_1));
                    out.flush();
                    out.write("amed".getBytes(ISO_8859_1));
                });
            case "/unread" -> text(200, "unread");
            case "/boom" -> throw new IllegalStateException("boom, as the test wants it");
            default -> echo(request);
        };
    }

    private static Response echo(Request request) throws IOException {
        byte[] content = request.body().bytes();
        return text(200, request + (content.length == 0 ? "" : " " + new String(content, ISO_8859_1)));
    }

    private static Response header(Request request, String name) throws IOException {
        request.body().bytes();
        StringBuilder values = new StringBuilder();
        for (String value : request.headers().all(name))
            values.append('[').append(value).append(']');
        return text(200, values.toString());
    }

    static Response text(int status, String latin1) {
        return Response.of(status).body(latin1.getBytes(ISO_8859_1));
    }
}
