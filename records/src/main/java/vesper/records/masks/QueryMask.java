package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.UnaryOperator;

/** Replaces secrets in queries. Not thread-safe. */
public final class QueryMask implements UnaryOperator<String> {
    private final Mask mask;
    private final Masker masker = new Masker();

    public QueryMask(Mask mask) {
        this.mask = mask;
    }

    @Override
    public String apply(String query) {
        byte[] bytes = query.getBytes(UTF_8);
        BodyKind kind = BodyKind.ofQuery(bytes, 0, bytes.length);
        if (!mask.mayHide(kind, bytes, 0, bytes.length)) return query;
        byte[] shown = new byte[Masker.mostBytes(bytes.length)];
        int length = masker.copy(mask, kind, bytes, 0, bytes.length, shown, 0);
        return new String(shown, 0, length, UTF_8);
    }
}
