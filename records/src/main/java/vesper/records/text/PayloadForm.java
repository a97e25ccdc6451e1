package vesper.records.text;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The syntax of a payload, which decides how its words and their paths are extracted. */
public enum PayloadForm {
    JSON,
    XML,
    /** The media type {@code application/x-www-form-urlencoded}. */
    FORM,
    TEXT,
    /** Binary content, which has no words. */
    BINARY,
    /** Not known from the media type: the first characters decide. */
    UNKNOWN;

    public static PayloadForm of(String mediaType) {
        byte[] utf8 = mediaType.getBytes(UTF_8);
        return of(utf8, 0, utf8.length);
    }

    /**
     * Determines the form from a media type.
     *
     * @param mediaType a media type in any case, with or without parameters
     */
    public static PayloadForm of(byte[] mediaType, int from, int length) {
        int end = from;
        while (end < from + length && mediaType[end] != ';') end++;
        if (has(mediaType, from, end, "json")) return JSON;
        if (has(mediaType, from, end, "xml") || has(mediaType, from, end, "html")) return XML;
        if (has(mediaType, from, end, "x-www-form-urlencoded")) return FORM;
        if (starts(mediaType, from, end, "text/")) return TEXT;
        boolean isBinary = starts(mediaType, from, end, "image/")
                || starts(mediaType, from, end, "audio/")
                || starts(mediaType, from, end, "video/")
                || starts(mediaType, from, end, "font/");
        return isBinary ? BINARY : UNKNOWN;
    }

    private static boolean has(byte[] text, int from, int to, String part) {
        for (int at = from; at + part.length() <= to; at++) if (starts(text, at, to, part)) return true;
        return false;
    }

    private static boolean starts(byte[] text, int from, int to, String start) {
        if (to - from < start.length()) return false;
        for (int i = 0; i < start.length(); i++) {
            if (Words.fold(text[from + i] & 0x7f) != start.charAt(i)) return false;
        }
        return true;
    }
}
