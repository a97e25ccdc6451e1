package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Copies bytes without the secrets in them. It has scratch space of its own, so one thread uses it, for any mask; in
 * steady state it allocates nothing.
 *
 * <p>Content in which no masked name occurs is searched once and copied as a whole. Only where one does is the grammar
 * of the content followed. A hidden value is {@code "***"} in JSON and {@code ***} elsewhere. What is well-formed
 * stays so, as long as the target has room.
 */
public final class Masker {
    private static final int MOST_GROWTH = 2;

    private final Copying copying = new Copying();
    private final Unescaping unescaping = new Unescaping();
    private final JsonMasking json = new JsonMasking(copying, unescaping);
    private final XmlMasking xml = new XmlMasking(copying);
    private final FormMasking form = new FormMasking(copying, unescaping);

    /**
     * Copies a body, or as much of it as the target has room for; source and target are not the same bytes.
     *
     * @param room bytes that may be written; what is masked can be longer than it was
     * @return how many bytes were written
     */
    public int copy(Mask mask, BodyKind kind, byte[] source, int from, int to, byte[] target, int at, int room) {
        if (!mask.mayHide(kind, source, from, to)) {
            int length = Math.min(to - from, room);
            System.arraycopy(source, from, target, at, length);
            return length;
        }
        copying.begin(source, from, to, target, at, at + room);
        copyMasked(mask.names(), kind);
        int written = copying.written() - at;
        copying.end();
        return written;
    }

    /** The same, with room up to the end of the target. */
    public int copy(Mask mask, BodyKind kind, byte[] source, int from, int to, byte[] target, int at) {
        return copy(mask, kind, source, from, to, target, at, target.length - at);
    }

    /** How long content of this length can become when something in it is hidden. */
    public static int mostBytes(int length) {
        return MOST_GROWTH * length + Mask.HIDDEN.length();
    }

    /** Where the query of a URL begins, or {@code to}. */
    public static int behindQuestionMark(byte[] text, int from, int to) {
        return Math.min(ByteSearch.indexOf('?', text, from, to) + 1, to);
    }

    private void copyMasked(FieldNames names, BodyKind kind) {
        if (kind == BodyKind.OTHER) {
            copyOther(names);
            return;
        }
        // Of UTF-16 and UTF-32 every letter has one, and no text in UTF-8.
        boolean isText = kind != BodyKind.UNREADABLE && !ByteSearch.hasNul(copying.source, copying.from, copying.to);
        if (!isText) {
            copying.hide(copying.from, copying.to, Copying.STARS);
            return;
        }
        switch (kind) {
            case JSON -> {
                json.hide(names, copying.source, copying.from, copying.to);
                copying.finish();
            }
            case XML -> xml.copy(names);
            case FORM -> form.copy(names);
            case OTHER, UNREADABLE -> copying.hide(copying.from, copying.to, Copying.STARS);
        }
    }

    /** It may be anything, pictures too. */
    private void copyOther(FieldNames names) {
        boolean named = unescaping.mayName(names, copying.source, copying.from, copying.to);
        if (named) copying.hide(copying.from, copying.to, Copying.STARS);
        else copying.finish();
    }
}
