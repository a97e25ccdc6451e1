package vesper.bench.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One request, rendered once and sent many times. A body of no bytes is no body. */
public final class LoadRequest {
    public static final LoadRequest GET = of("GET", new byte[0]);

    private final String method;
    private final byte[] body;

    private LoadRequest(String method, byte[] body) {
        this.method = method;
        this.body = body;
    }

    /** Its media type is the one that the first byte of the body suggests: JSON, XML or plain bytes. */
    public static LoadRequest of(String method, byte[] body) {
        if (method.isEmpty() || !method.chars().allMatch(LoadRequest::isTokenCharacter)) {
            throw new IllegalArgumentException("\"" + method + "\" is no HTTP method");
        }
        return new LoadRequest(method, body.clone());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    boolean isBareGet() {
        return method.equals("GET") && body.length == 0;
    }

    byte[] bytes(HttpTarget target, boolean keepAlive) {
        var head = new StringBuilder()
                .append(method)
                .append(' ')
                .append(target.pathAndQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(target.authority())
                .append("\r\nAccept: */*\r\n");
        if (!keepAlive) head.append("Connection: close\r\n");
        if (body.length > 0) {
            head.append("Content-Type: ").append(contentType()).append("\r\n");
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    private String contentType() {
        return switch (body[0]) {
            case '{', '[' -> "application/json";
            case '<' -> "application/xml";
            default -> "application/octet-stream";
        };
    }

    private static boolean isTokenCharacter(int character) {
        return (Character.isLetterOrDigit(character) && character < 128) || "!#$%&'*+-.^_`|~".indexOf(character) >= 0;
    }
}
