package vesper.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A request that is sent many times. An empty body means no body. Path and header fields may contain the placeholders
 * that {@link Template} describes; the body may, too, if it is {@link #asTemplate}.
 */
public final class LoadRequest {
    public static final LoadRequest GET = of("GET", new byte[0]);

    private static final Set<String> RESERVED_FIELDS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "upgrade");

    private final String method;
    private final Optional<String> path;
    private final List<String> fields;
    private final byte[] body;
    private final boolean isTemplate;

    private LoadRequest(String method, Optional<String> path, List<String> fields, byte[] body, boolean isTemplate) {
        this.method = method;
        this.path = path;
        this.fields = fields;
        this.body = body;
        this.isTemplate = isTemplate;
    }

    /** Returns a request whose media type follows from the first byte of the body: JSON, XML or plain bytes. */
    public static LoadRequest of(String method, byte[] body) {
        if (method.isEmpty() || !method.chars().allMatch(LoadRequest::isTokenCharacter)) {
            throw new IllegalArgumentException("\"" + method + "\" is not an HTTP method");
        }
        return new LoadRequest(method, Optional.empty(), List.of(), body.clone(), false);
    }

    /** Returns a copy that fills in placeholders in the body. */
    public LoadRequest asTemplate() {
        return new LoadRequest(method, path, fields, body, true);
    }

    /**
     * Returns a copy with this path instead of the target's.
     *
     * @param pathAndQuery in the form of the request line, apart from placeholders
     */
    public LoadRequest withPath(String pathAndQuery) {
        return new LoadRequest(
                method, Optional.of(HttpTarget.requireValidPath(pathAndQuery)), fields, body, isTemplate);
    }

    /**
     * Returns a copy with additional header fields such as {@code Accept: application/xml}. They replace the
     * generator's default of that name.
     *
     * @throws IllegalArgumentException if one is not a header field, or is a field that only the generator may set
     */
    public LoadRequest withFields(List<String> added) {
        for (String field : added) {
            int colon = field.indexOf(':');
            boolean isField = colon > 0
                    && field.substring(0, colon).chars().allMatch(LoadRequest::isTokenCharacter)
                    && field.chars().allMatch(character -> (character >= ' ' && character < 127) || character == '\t');
            if (!isField)
                throw new IllegalArgumentException("\"" + field + "\" is not a header field of the form Name: value");
            if (RESERVED_FIELDS.contains(nameOf(field))) {
                throw new IllegalArgumentException(
                        "the field " + field.substring(0, colon) + " is set by the generator");
            }
        }
        List<String> all = new ArrayList<>(fields);
        all.addAll(added);
        return new LoadRequest(method, path, List.copyOf(all), body, isTemplate);
    }

    private static String nameOf(String field) {
        return field.substring(0, field.indexOf(':')).toLowerCase(Locale.ROOT);
    }

    private boolean hasField(String name) {
        return fields.stream().anyMatch(field -> nameOf(field).equals(name));
    }

    boolean isBareGet() {
        return method.equals("GET") && path.isEmpty() && body.length == 0 && fields.isEmpty();
    }

    /** @throws IllegalArgumentException if a placeholder names a column that does not exist */
    RequestForm form(HttpTarget target, boolean keepAlive, CsvTable data) {
        Template line = Template.of(ascii(method + " " + path.orElse(target.pathAndQuery())), data.percentEncoded());
        Template rest =
                Template.of(ascii(" HTTP/1.1\r\nHost: " + target.authority() + "\r\n" + fields(keepAlive)), data);
        Template content = isTemplate ? Template.of(body, data) : Template.literal(body);
        return new RequestForm(line, rest, content, method.equals("HEAD"));
    }

    private String fields(boolean keepAlive) {
        var head = new StringBuilder();
        if (!hasField("accept")) head.append("Accept: */*\r\n");
        for (String field : fields) head.append(field).append("\r\n");
        if (!keepAlive) head.append("Connection: close\r\n");
        if (body.length > 0 && !hasField("content-type")) {
            head.append("Content-Type: ").append(mediaType(body[0])).append("\r\n");
        }
        return head.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the media type of content with this first byte. */
    public static String mediaType(byte first) {
        return switch (first) {
            case '{', '[' -> "application/json";
            case '<' -> "application/xml";
            default -> "application/octet-stream";
        };
    }

    private static boolean isTokenCharacter(int character) {
        return (Character.isLetterOrDigit(character) && character < 128) || "!#$%&'*+-.^_`|~".indexOf(character) >= 0;
    }
}
