package vesper.records.blocks;

/** The texts of a column: those that are there, and for each record which one it has. */
public final class TextValues {
    private final String[] texts;
    private final int[] codes;

    TextValues(String[] texts, int[] codes) {
        this.texts = texts;
        this.codes = codes;
        for (int code : codes) {
            if (code < 0 || code >= texts.length) throw new IllegalArgumentException("no text " + code);
        }
    }

    /** How many different ones there are. */
    public int different() {
        return texts.length;
    }

    public String text(int code) {
        return texts[code];
    }

    public int code(int row) {
        return codes[row];
    }

    public String of(int row) {
        return texts[codes[row]];
    }
}
