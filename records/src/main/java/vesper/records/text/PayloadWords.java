package vesper.records.text;

/**
 * Extracts the words of a payload and the paths they are at, from JSON, XML, form parameters or plain text. Names of
 * fields, elements and attributes are words too. Truncated or malformed payloads never cause an error: all words that
 * can be recognized are emitted. Creates no garbage, except for names that are not ASCII. Not thread-safe.
 */
public final class PayloadWords {
    /**
     * Number of bytes at the start of a payload of unknown form that are searched for control characters, which mark it
     * as binary.
     */
    private static final int LOOKED_AT = 256;

    private final ValueWords values;
    private final JsonWords json;
    private final XmlWords xml;
    private final FormWords form;

    public PayloadWords(WordSink sink) {
        values = new ValueWords(sink);
        json = new JsonWords(values);
        xml = new XmlWords(values);
        form = new FormWords(values);
    }

    public void scan(byte[] payload, int from, int to, PayloadForm written) {
        values.paths().clear();
        switch (written == PayloadForm.UNKNOWN ? formOf(payload, from, to) : written) {
            case JSON -> json.scan(payload, from, to);
            case XML -> xml.scan(payload, from, to);
            case FORM -> form.scan(payload, from, to);
            case TEXT -> values.words(payload, from, to);
            case BINARY, UNKNOWN -> {}
        }
        values.endOfText();
    }

    /**
     * Scans plain text.
     *
     * @param path the path of the text in lower-case ASCII, or empty for no path
     */
    public void text(byte[] utf8, int from, int to, byte[] path) {
        values.paths().start(path);
        values.value(utf8, from, to);
        values.endOfText();
    }

    /** Scans percent-encoded text. */
    public void percentEncoded(byte[] ascii, int from, int to) {
        values.paths().clear();
        form.text(ascii, from, to);
        values.endOfText();
    }

    /**
     * Scans parameters such as {@code a=1&b=2}. The path of each value is the prefix followed by the parameter's name.
     */
    public void parameters(byte[] ascii, int from, int to, byte[] prefix) {
        values.paths().start(prefix);
        form.scan(ascii, from, to);
        values.endOfText();
    }

    /**
     * Scans a value whose path consists of the prefix, in lower-case ASCII, and a name. The name's words are emitted
     * too.
     */
    public void named(byte[] prefix, byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        values.paths().start(prefix);
        values.words(bytes, nameFrom, nameTo);
        values.paths().enter(bytes, nameFrom, nameTo);
        values.value(bytes, valueFrom, valueTo);
        values.endOfText();
    }

    private static PayloadForm formOf(byte[] payload, int from, int to) {
        for (int at = from; at < to; at++) {
            // Skips white space and a byte order mark.
            switch (payload[at]) {
                case ' ', '\t', '\r', '\n', (byte) 0xef, (byte) 0xbb, (byte) 0xbf -> {}
                case '{', '[' -> {
                    return PayloadForm.JSON;
                }
                case '<' -> {
                    return PayloadForm.XML;
                }
                default -> {
                    return isText(payload, at, Math.min(to, at + LOOKED_AT)) ? PayloadForm.TEXT : PayloadForm.BINARY;
                }
            }
        }
        return PayloadForm.TEXT;
    }

    private static boolean isText(byte[] payload, int from, int to) {
        for (int at = from; at < to; at++) {
            byte control = payload[at];
            if (control >= 0 && control < ' ' && (control < '\t' || control > '\r')) return false;
        }
        return true;
    }
}
