package vesper.rest.multipart;

import static java.nio.charset.StandardCharsets.US_ASCII;

import vesper.http.Refusal;
import vesper.http.RefusedException;

/** The boundary between the parts of an upload (RFC 2046, section 5.1.1). */
record Boundary(String text) {
    private static final int MAX_LENGTH = 70;
    private static final String SPECIAL = "'()+_,-./:=? ";

    /**
     * Returns the boundary that a {@code Content-Type} declares.
     *
     * @throws RefusedException with 415 if it is not {@code multipart/form-data}, with 400 if the boundary is missing
     *     or invalid
     */
    static Boundary of(String contentType) throws RefusedException {
        FieldParameters parsed;
        try {
            parsed = FieldParameters.parse(contentType);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(new Refusal(400, "Content-Type is malformed: " + e.getMessage()));
        }
        if (!parsed.value().equals("multipart/form-data"))
            throw new RefusedException(new Refusal(415, "Content-Type is not multipart/form-data"));
        String text = parsed.parameters().getOrDefault("boundary", "");
        if (!isBoundary(text)) throw new RefusedException(new Refusal(400, "Content-Type has no valid boundary"));
        return new Boundary(text);
    }

    private static boolean isBoundary(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || text.endsWith(" ")) return false;
        return text.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || SPECIAL.indexOf(c) >= 0));
    }

    /** Returns the delimiter before each part and after the last one. */
    byte[] delimiter() {
        return ("\r\n--" + text).getBytes(US_ASCII);
    }
}
