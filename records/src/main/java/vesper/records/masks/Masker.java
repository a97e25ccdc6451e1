package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Copies bytes without the secrets in them. Has scratch space, so it belongs to one thread; works with any mask.
 * Allocates nothing in steady state.
 *
 * <p>Content without any masked name is searched once and copied as a whole; only other content is parsed. A hidden
 * value becomes {@code "***"} in JSON and {@code ***} elsewhere. Well-formed content stays well-formed if the target
 * has room.
 */
public final class Masker {
    private static final int MOST_GROWTH = 2;

    private final MaskedCopy copying = new MaskedCopy();
    private final EscapedNameSearch unescaping = new EscapedNameSearch();
    private final JsonMasking json = new JsonMasking(copying, unescaping);
    private final XmlMasking xml = new XmlMasking(copying);
    private final FormMasking form = new FormMasking(copying, unescaping);

    /**
     * Copies a body, or as much of it as fits. Source and target must not overlap.
     *
     * @param room limit of the bytes written; masked content can be longer than the original
     * @return number of bytes written
     */
    public int copy(Mask mask, BodyKind kind, byte[] source, int from, int to, byte[] target, int at, int room) {
        if (!mask.mayHide(kind, source, from, to)) {
            int length = Math.min(to - from, room);
            System.arraycopy(source, from, target, at, length);
            return length;
        }
        copying.start(source, from, to, target, at, at + room);
        copyMasked(mask.names(), kind);
        int written = copying.written() - at;
        copying.end();
        return written;
    }

    /** Copies a body, with room up to the end of the target. */
    public int copy(Mask mask, BodyKind kind, byte[] source, int from, int to, byte[] target, int at) {
        return copy(mask, kind, source, from, to, target, at, target.length - at);
    }

    /** Returns the largest possible length of masked content. */
    public static int mostBytes(int length) {
        return MOST_GROWTH * length + Mask.HIDDEN.length();
    }

    /** Returns the start of a URL's query, or {@code to}. */
    public static int behindQuestionMark(byte[] text, int from, int to) {
        return Math.min(ByteSearch.indexOf('?', text, from, to) + 1, to);
    }

    private void copyMasked(FieldNames names, BodyKind kind) {
        if (kind == BodyKind.OTHER) {
            copyOther(names);
            return;
        }
        // In UTF-16 and UTF-32 each ASCII letter has a zero byte. Text in UTF-8 contains no zero bytes.
        boolean isText = kind != BodyKind.UNREADABLE && !ByteSearch.hasNul(copying.source, copying.from, copying.to);
        if (!isText) {
            copying.hide(copying.from, copying.to, MaskedCopy.STARS);
            return;
        }
        switch (kind) {
            case JSON -> {
                json.hide(names, copying.source, copying.from, copying.to);
                copying.finish();
            }
            case XML -> xml.copy(names);
            case FORM -> form.copy(names);
            case OTHER, UNREADABLE -> copying.hide(copying.from, copying.to, MaskedCopy.STARS);
        }
    }

    /** Copies content of an unknown kind, possibly binary. */
    private void copyOther(FieldNames names) {
        boolean named = unescaping.mayName(names, copying.source, copying.from, copying.to);
        if (named) copying.hide(copying.from, copying.to, MaskedCopy.STARS);
        else copying.finish();
    }
}
