package vesper.records.masks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** In which form content names its fields, as far as masks are concerned. */
public enum BodyKind {
    JSON,
    XML,
    /** {@code application/x-www-form-urlencoded}; a query too. */
    FORM,
    /** Anything else: hidden as a whole where a masked name stands in it. */
    OTHER,
    /** Compressed, or in characters that nothing is found in: hidden as a whole where names are masked. */
    UNREADABLE;

    /** Character sets in which the letters of names are the bytes of ASCII. */
    private static final String[] READABLE = {
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "iso8859-", "windows-125", "cp125", "latin"
    };

    /**
     * The kind of a body: what its media type says, unless its first character says otherwise, since clients send JSON
     * as anything. Allocates nothing.
     *
     * @param contentType null where there is none
     * @param contentEncoding null where there is none
     */
    public static BodyKind of(
            @Nullable String contentType, @Nullable String contentEncoding, byte[] body, int from, int to) {
        if (contentEncoding != null && !contentEncoding.isEmpty() && !contentEncoding.equalsIgnoreCase("identity"))
            return UNREADABLE;
        if (contentType != null && !isReadable(contentType)) return UNREADABLE;
        BodyKind declared = contentType == null ? OTHER : declared(contentType);
        if (declared == JSON || declared == XML || isMultipart(contentType)) return declared;
        return byFirstCharacter(body, from, to, declared);
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

    private static boolean isMultipart(@Nullable String contentType) {
        return contentType != null && contentType.regionMatches(true, 0, "multipart/", 0, "multipart/".length());
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

    private static BodyKind byFirstCharacter(byte[] body, int from, int to, BodyKind declared) {
        int at = from;
        if (to - from >= 2 && (body[from] == 0 || body[from + 1] == 0 || isMarkOf16Bits(body, from))) return UNREADABLE;
        if (to - from >= 3 && body[from] == (byte) 0xef && body[from + 1] == (byte) 0xbb) at += 3;
        while (at < to && body[at] >= 0 && body[at] <= ' ') at++;
        if (at >= to) return declared;
        return switch (body[at]) {
            case '{', '[' -> JSON;
            case '<' -> XML;
            default -> declared;
        };
    }

    private static boolean isMarkOf16Bits(byte[] body, int from) {
        return (body[from] == (byte) 0xfe && body[from + 1] == (byte) 0xff)
                || (body[from] == (byte) 0xff && body[from + 1] == (byte) 0xfe);
    }

    /** The name that a person would write. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
