package vesper.records.text;

/** Extracts the words of form parameters, such as {@code a=1&b=two+words}, and of percent-encoded text. */
final class FormWords {
    private final ValueWords values;
    private final Paths paths;

    FormWords(ValueWords values) {
        this.values = values;
        this.paths = values.paths();
    }

    /** Scans parameters. The path of each value is the current path followed by the parameter's name. */
    void scan(byte[] form, int from, int to) {
        int at = from;
        while (at < to) {
            int end = ByteSearch.indexOf('&', form, at, to);
            parameter(form, at, end);
            at = end + 1;
        }
    }

    private void parameter(byte[] form, int from, int to) {
        int nameEnd = ByteSearch.indexOf('=', form, from, to);
        byte[] name = values.room(to - from);
        int nameLength = decode(form, from, nameEnd, name, true);
        values.words(name, 0, nameLength);
        paths.enter(name, 0, nameLength);
        byte[] value = values.room(to - from);
        values.value(value, 0, decode(form, Math.min(nameEnd + 1, to), to, value, true));
        paths.leave();
    }

    void text(byte[] ascii, int from, int to) {
        byte[] decoded = values.room(to - from);
        values.words(decoded, 0, decode(ascii, from, to, decoded, false));
    }

    private static int decode(byte[] in, int from, int to, byte[] out, boolean plusIsBlank) {
        int put = 0;
        for (int at = from; at < to; at++) {
            byte there = in[at];
            if (there == '+' && plusIsBlank) there = ' ';
            if (there == '%' && at + 2 < to) {
                int high = Character.digit(in[at + 1], 16);
                int low = Character.digit(in[at + 2], 16);
                if (high >= 0 && low >= 0) {
                    there = (byte) (high << 4 | low);
                    at += 2;
                }
            }
            out[put++] = there;
        }
        return put;
    }
}
