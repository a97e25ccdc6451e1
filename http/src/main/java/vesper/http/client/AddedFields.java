package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/** What the client adds to the fields of a request, in the form that either protocol sends. */
final class AddedFields {
    /** Names at even, their values at odd indexes. */
    private final List<String> fields;

    private final byte[] lines;
    /** Made when first needed; making it twice does no harm. */
    private volatile AsciiString @Nullable [] pairs;

    private AddedFields(List<String> fields) {
        this.fields = fields;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.size(); i += 2)
            text.append(fields.get(i)).append(": ").append(fields.get(i + 1)).append("\r\n");
        this.lines = text.toString().getBytes(ISO_8859_1);
    }

    static AddedFields of(String... namesAndValues) {
        return new AddedFields(List.of(namesAndValues));
    }

    /**
     * These and more.
     *
     * @throws IllegalArgumentException as {@link ClientRequest#header} does
     */
    AddedFields and(Headers more) {
        if (more.size() == 0) return this;
        List<String> all = new ArrayList<>(fields);
        more.forEach((name, value) -> {
            ClientRequest.check(name, value);
            all.add(name);
            all.add(value);
        });
        return new AddedFields(List.copyOf(all));
    }

    /** For HTTP/1.1, each line with its end. */
    byte[] lines() {
        return lines;
    }

    /** For HTTP/2: names in lower case at even, their values at odd indexes. */
    AsciiString[] pairs() {
        AsciiString[] made = pairs;
        if (made == null) pairs = made = pairs(fields);
        return made;
    }

    static AsciiString[] pairs(List<String> fields) {
        AsciiString[] pairs = new AsciiString[fields.size()];
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = AsciiString.of(fields.get(i).toLowerCase(Locale.ROOT));
            pairs[i + 1] = AsciiString.of(fields.get(i + 1));
        }
        return pairs;
    }
}
