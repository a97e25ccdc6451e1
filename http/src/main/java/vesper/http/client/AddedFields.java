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
 * What the client adds to the fields of a request, in the form that either protocol sends. Both are made when first
 * needed; making them twice does no harm.
 */
final class AddedFields {
    /** Those that these are added to, made already for the calls before. */
    private final @Nullable AddedFields before;
    /** Names at even, their values at odd indexes. */
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
     * These and more.
     *
     * @throws IllegalArgumentException as {@link ClientRequest#header} does
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

    /** These but for some. */
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

    /** For HTTP/1.1, each line with its end. */
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

    /** For HTTP/2: names in lower case at even, their values at odd indexes. */
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
