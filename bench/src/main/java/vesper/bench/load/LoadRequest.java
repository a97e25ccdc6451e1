package vesper.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One request, sent many times. A body of no bytes is no body. Path and header fields may have the placeholders of the
 * {@linkplain Template guide}, and so may a body that is said to.
 */
public final class LoadRequest {
    public static final LoadRequest GET = of("GET", new byte[0]);

    private static final Set<String> OWN =
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

    /** Its media type is the one that the first byte of the body suggests: JSON, XML or plain bytes. */
    public static LoadRequest of(String method, byte[] body) {
        if (method.isEmpty() || !method.chars().allMatch(LoadRequest::isTokenCharacter)) {
            throw new IllegalArgumentException("\"" + method + "\" is no HTTP method");
        }
        return new LoadRequest(method, Optional.empty(), List.of(), body.clone(), false);
    }

    /** With the placeholders of its body filled in. */
    public LoadRequest filled() {
        return new LoadRequest(method, path, fields, body, true);
    }

    /**
     * To this path of the server rather than to the target's.
     *
     * @param pathAndQuery as it stands in the request line, but for placeholders
     */
    public LoadRequest to(String pathAndQuery) {
        return new LoadRequest(method, Optional.of(HttpTarget.checkedPath(pathAndQuery)), fields, body, isTemplate);
    }

    /**
     * With these header fields too, {@code Accept: application/xml}; one of its name goes before ours.
     *
     * @throws IllegalArgumentException for what is no field, and for fields that the generator has to decide on
     */
    public LoadRequest withFields(List<String> added) {
        for (String field : added) {
            int colon = field.indexOf(':');
            boolean isField = colon > 0
                    && field.substring(0, colon).chars().allMatch(LoadRequest::isTokenCharacter)
                    && field.chars().allMatch(character -> (character >= ' ' && character < 127) || character == '\t');
            if (!isField) throw new IllegalArgumentException("\"" + field + "\" is no header field like Name: value");
            if (OWN.contains(nameOf(field))) {
                throw new IllegalArgumentException("the generator itself sends " + field.substring(0, colon));
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

    /** @throws IllegalArgumentException for a placeholder of a column that there is not */
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

    /** Of content that begins so. */
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
