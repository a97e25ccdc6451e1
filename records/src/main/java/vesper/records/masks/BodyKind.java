package vesper.records.masks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.records.text.ByteSearch;

/** The syntax of a body, as far as masking has to know it. */
public enum BodyKind {
    JSON,
    XML,
    /** {@code application/x-www-form-urlencoded}, and queries. */
    FORM,
    /** Anything else. Hidden as a whole if it contains a masked name, even if the name is escaped. */
    OTHER,
    /**
     * Compressed, encoded, or in a character set that cannot be searched. Hidden as a whole if any names are masked.
     */
    UNREADABLE;

    /** Prefixes of character sets that encode ASCII letters as ASCII does. */
    private static final String[] READABLE = {
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "iso8859-", "windows-125", "cp125", "latin"
    };

    private static final String MULTIPART = "multipart/";
    private static final String MESSAGE = "message/";
    private static final String HTML = "text/html";
    private static final String ENCODING = "encoding";

    /** {@code <?xm} in EBCDIC. */
    private static final int EBCDIC_XML = 0x4c6fa794;

    /**
     * Returns the kind of a body. The media type decides unless the first character contradicts it, since clients send
     * JSON under any media type. A body that could be read in two ways is {@link #OTHER}. Allocates nothing.
     *
     * @param contentType null if missing
     * @param contentEncoding null if missing
     */
    public static BodyKind of(
            @Nullable String contentType, @Nullable String contentEncoding, byte[] body, int from, int to) {
        if (contentEncoding != null && !contentEncoding.isEmpty() && !contentEncoding.equalsIgnoreCase("identity"))
            return UNREADABLE;
        if (contentType != null && !isReadable(contentType)) return UNREADABLE;
        if (isWide(body, from, to)) return UNREADABLE;
        // These may contain parts of several kinds, so the first character is not significant.
        if (hasParts(contentType)) return Parts.areUnreadable(body, from, to) ? UNREADABLE : OTHER;
        if (beginsWith(HTML, contentType)) return OTHER;
        BodyKind declared = contentType == null ? OTHER : declared(contentType);
        int first = behindBlanks(body, from, to);
        if (first == to) return declared;
        return switch (body[first]) {
            case '{', '[' -> seen(JSON, declared, body, first, to);
            case '<' -> seen(xml(body, first, to), declared, body, first, to);
            case '"' -> declared == XML ? UNREADABLE : declared;
            default -> unseen(declared);
        };
    }

    /** Returns the kind of a query: a form, unless its first character suggests JSON or XML. */
    public static BodyKind ofQuery(byte[] query, int from, int to) {
        if (from == to) return FORM;
        int first = query[from];
        if (first == '%' && from + 2 < to)
            first = Character.digit(query[from + 1], 16) << 4 | Character.digit(query[from + 2], 16);
        return first == '{' || first == '[' || first == '<' ? OTHER : FORM;
    }

    /**
     * Resolves a contradiction between the first character and a declared form. The name of a form's first field may
     * start with a bracket, and if so the body contains an equals sign.
     */
    private static BodyKind seen(BodyKind seen, BodyKind declared, byte[] body, int from, int to) {
        return declared == FORM && seen != UNREADABLE && ByteSearch.indexOf('=', body, from, to) < to ? OTHER : seen;
    }

    /**
     * Returns the kind of a body that does not start as its declared kind does. XML that does not start with {@code <}
     * is in a character set unlike ASCII.
     */
    private static BodyKind unseen(BodyKind declared) {
        return switch (declared) {
            case JSON -> OTHER;
            case XML -> UNREADABLE;
            case FORM, OTHER, UNREADABLE -> declared;
        };
    }

    private static int behindBlanks(byte[] body, int from, int to) {
        int at = from;
        if (to - from >= 3 && body[from] == (byte) 0xef && body[from + 1] == (byte) 0xbb) at += 3;
        while (at < to && body[at] >= 0 && body[at] <= ' ') at++;
        return at;
    }

    /** Returns the kind of an XML body, whose declaration may name a character set. */
    private static BodyKind xml(byte[] body, int from, int to) {
        if (to - from < 2 || body[from + 1] != '?') return XML;
        int end = ByteSearch.indexOf('>', body, from, to);
        for (int at = from; at + ENCODING.length() < end; at++) {
            if (!isAt(ENCODING, body, at, end)) continue;
            at += ENCODING.length();
            while (at < end && " \t\r\n=\"'".indexOf(body[at]) >= 0) at++;
            if (at < end && !isReadableCharset(body, at, end)) return UNREADABLE;
        }
        return XML;
    }

    /** Checks for the name of a character set that can be searched. */
    static boolean isReadableCharset(byte[] body, int at, int end) {
        for (String readable : READABLE) if (isAt(readable, body, at, end)) return true;
        return false;
    }

    /** Compares without case; {@code expected} must be lower case. */
    static boolean isAt(String expected, byte[] body, int at, int end) {
        if (at + expected.length() > end) return false;
        for (int i = 0; i < expected.length(); i++) {
            if (FieldNames.fold(body[at + i]) != expected.charAt(i)) return false;
        }
        return true;
    }

    private static BodyKind declared(String contentType) {
        int semicolon = contentType.indexOf(';');
        int end = semicolon < 0 ? contentType.length() : semicolon;
        while (end > 0 && contentType.charAt(end - 1) == ' ') end--;
        if (isForm(contentType, end)) return FORM;
        if (endsWith(contentType, end, "json") || endsWith(contentType, end, "jsonl")) return JSON;
        if (endsWith(contentType, end, "json-seq")) return JSON;
        if (endsWith(contentType, end, "/xml") || endsWith(contentType, end, "+xml")) return XML;
        return OTHER;
    }

    private static boolean isForm(String contentType, int end) {
        return endsWith(contentType, end, "x-www-form-urlencoded");
    }

    private static boolean hasParts(@Nullable String contentType) {
        return beginsWith(MULTIPART, contentType) || beginsWith(MESSAGE, contentType);
    }

    private static boolean beginsWith(String expected, @Nullable String contentType) {
        return contentType != null && contentType.regionMatches(true, 0, expected, 0, expected.length());
    }

    private static boolean endsWith(String text, int end, String expected) {
        return text.regionMatches(true, end - expected.length(), expected, 0, expected.length());
    }

    private static boolean isReadable(String contentType) {
        int at = contentType.indexOf(';');
        while (at >= 0) {
            do at++;
            while (at < contentType.length() && contentType.charAt(at) == ' ');
            if (contentType.regionMatches(true, at, "charset", 0, "charset".length()))
                return isReadableCharset(contentType, at + "charset".length());
            at = contentType.indexOf(';', at);
        }
        return true;
    }

    private static boolean isReadableCharset(String contentType, int behind) {
        int at = behind;
        while (at < contentType.length() && " =\"".indexOf(contentType.charAt(at)) >= 0) at++;
        for (String readable : READABLE) {
            if (contentType.regionMatches(true, at, readable, 0, readable.length())) return true;
        }
        return false;
    }

    /** Checks for a start that is impossible in character sets like ASCII. */
    private static boolean isWide(byte[] body, int from, int to) {
        if (to - from < 2) return false;
        return body[from] == 0 || body[from + 1] == 0 || isMarkOf16Bits(body, from) || isEbcdicXml(body, from, to);
    }

    private static boolean isEbcdicXml(byte[] body, int from, int to) {
        if (to - from < Integer.BYTES) return false;
        int four = 0;
        for (int i = 0; i < Integer.BYTES; i++) four = four << Byte.SIZE | (body[from + i] & 0xff);
        return four == EBCDIC_XML;
    }

    private static boolean isMarkOf16Bits(byte[] body, int from) {
        return (body[from] == (byte) 0xfe && body[from + 1] == (byte) 0xff)
                || (body[from] == (byte) 0xff && body[from + 1] == (byte) 0xfe);
    }

    /** Returns the name in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
