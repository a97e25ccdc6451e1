package vesper.records.text;

/**
 * Hands over the words of a payload and where they stand, whether it is JSON, XML, a form or plain text. Names of
 * fields, elements and attributes are words too. A payload may be cut off anywhere or be no such thing at all: whatever
 * words can be made out are handed over, and nothing fails. Makes no garbage but for names that are not ASCII. Used by
 * one thread.
 */
public final class PayloadWords {
    /** Where in a payload of unknown form a character is looked for that no text has, in bytes. */
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

    /** Text by itself, which stands at a path where one is given, ASCII in lower case. */
    public void text(byte[] utf8, int from, int to, byte[] path) {
        values.paths().begin(path);
        values.value(utf8, from, to);
        values.endOfText();
    }

    /** Text with each {@code %20} decoded. */
    public void percentEncoded(byte[] ascii, int from, int to) {
        values.paths().clear();
        form.text(ascii, from, to);
        values.endOfText();
    }

    /** Parameters, {@code a=1&b=2}, each at the path that begins so and ends with its name. */
    public void parameters(byte[] ascii, int from, int to, byte[] prefix) {
        values.paths().begin(prefix);
        form.scan(ascii, from, to);
        values.endOfText();
    }

    /** A value at a path of two names, the first of them ASCII in lower case. */
    public void named(byte[] prefix, byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        values.paths().begin(prefix);
        values.words(bytes, nameFrom, nameTo);
        values.paths().enter(bytes, nameFrom, nameTo);
        values.value(bytes, valueFrom, valueTo);
        values.endOfText();
    }

    private static PayloadForm formOf(byte[] payload, int from, int to) {
        for (int at = from; at < to; at++) {
            // Blanks, and the mark that UTF-8 may begin with.
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
