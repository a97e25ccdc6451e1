package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * Header fields that the client adds to a request, in the wire format of each protocol. The encoded forms are created
 * on demand; a race that creates one twice does no harm.
 */
final class AddedFields {
    /** Fields before these, already encoded for earlier calls. */
    private final @Nullable AddedFields before;
    /** Names at even and their values at odd indexes. */
    private final List<String> fields;

    private volatile byte @Nullable [] lines;
    private volatile AsciiString @Nullable [] pairs;

    private AddedFields(@Nullable AddedFields before, List<String> fields) {
        this.before = before;
        this.fields = fields;
    }

    static AddedFields of(String... namesAndValues) {
        return new AddedFields(null, List.of(namesAndValues));
    }

    /**
     * Returns these fields and more.
     *
     * @throws IllegalArgumentException as for {@link ClientRequest#header}
     */
    AddedFields and(Headers more) {
        if (more.size() == 0) return this;
        List<String> checked = new ArrayList<>(2 * more.size());
        more.forEach((name, value) -> {
            ClientRequest.check(name, value);
            checked.add(name);
            checked.add(value);
        });
        return new AddedFields(this, checked);
    }

    /** Returns the fields whose names do not match. */
    AddedFields without(Predicate<String> lowerCaseNames) {
        AddedFields first = before == null ? null : before.without(lowerCaseNames);
        List<String> left = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i += 2) {
            if (lowerCaseNames.test(fields.get(i).toLowerCase(Locale.ROOT))) continue;
            left.add(fields.get(i));
            left.add(fields.get(i + 1));
        }
        return first == before && left.size() == fields.size() ? this : new AddedFields(first, left);
    }

    /** Returns the fields for HTTP/1.1, each line with its line end. */
    byte[] lines() {
        byte[] made = lines;
        if (made == null) lines = made = encode();
        return made;
    }

    private byte[] encode() {
        byte[] first = before == null ? new byte[0] : before.lines();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.size(); i += 2)
            text.append(fields.get(i)).append(": ").append(fields.get(i + 1)).append("\r\n");
        byte[] more = text.toString().getBytes(ISO_8859_1);
        byte[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }

    /** Returns the fields for HTTP/2: names in lower case at even and their values at odd indexes. */
    AsciiString[] pairs() {
        AsciiString[] made = pairs;
        if (made == null) {
            AsciiString[] own = pairs(fields);
            pairs = made = before == null ? own : joined(before.pairs(), own);
        }
        return made;
    }

    static AsciiString[] joined(AsciiString[] first, AsciiString[] more) {
        AsciiString[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
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
