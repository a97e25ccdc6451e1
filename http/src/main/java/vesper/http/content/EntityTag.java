package vesper.http.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entity tag, which identifies a version of content (RFC 9110, section 8.8.3).
 *
 * <p>The strong tag of compressed content is that of the plain content followed by {@code --} and the name of the
 * coding.
 *
 * @param opaque the text between the quotes
 */
public record EntityTag(boolean weak, String opaque) {
    private static final String MARK = "--";
    private static final int MOST_TAGS = 256;

    public EntityTag {
        if (!opaque.chars().allMatch(EntityTag::isAllowed))
            throw new IllegalArgumentException("no entity tag: " + opaque);
    }

    public static EntityTag strong(String opaque) {
        return new EntityTag(false, opaque);
    }

    /** Parses a single tag, {@code "17"} or {@code W/"17"}. */
    static Optional<EntityTag> parse(String text) {
        List<EntityTag> tags = list(text);
        return tags.size() == 1 ? Optional.of(tags.getFirst()) : Optional.empty();
    }

    /** Parses a list of tags. Invalid elements, such as a tag without quotes, are skipped. */
    static List<EntityTag> list(String text) {
        List<EntityTag> tags = new ArrayList<>(1);
        int at = 0;
        while (at < text.length() && tags.size() < MOST_TAGS) {
            int open = text.indexOf('"', at);
            int close = open < 0 ? -1 : text.indexOf('"', open + 1);
            if (close < 0) break;
            String opaque = text.substring(open + 1, close);
            boolean weak = open >= 2 && text.charAt(open - 1) == '/' && text.charAt(open - 2) == 'W';
            if (opaque.chars().allMatch(EntityTag::isAllowed)) tags.add(new EntityTag(weak, opaque));
            at = close + 1;
        }
        return tags;
    }

    /** Strong comparison: both contents are identical byte for byte. */
    public boolean isStrongly(EntityTag other) {
        return !weak && !other.weak && opaque.equals(other.opaque);
    }

    /** Weak comparison: one content can replace the other. */
    public boolean isWeakly(EntityTag other) {
        return opaque.equals(other.opaque);
    }

    /** Returns the tag of this content in a coding. A weak tag stays as it is. */
    EntityTag marked(String coding) {
        return weak ? this : strong(opaque + MARK + coding);
    }

    /** Returns the tag of the plain content. */
    EntityTag unmarked() {
        int mark = opaque.lastIndexOf(MARK);
        boolean isMarked = mark >= 0 && ContentCoding.isKnown(opaque.substring(mark + MARK.length()));
        return isMarked ? new EntityTag(weak, opaque.substring(0, mark)) : this;
    }

    private static boolean isAllowed(int c) {
        return c == '!' || (c > '"' && c <= 0xff && c != 0x7f);
    }

    @Override
    public String toString() {
        return (weak ? "W/\"" : "\"") + opaque + '"';
    }
}
