package vesper.hosting.compiling;

/** The lines around an error, with line numbers and a caret under the column. */
final class Excerpt {
    private static final int NEIGHBOURS = 1;

    private Excerpt() {}

    /**
     * Returns the line with one neighbour on either side.
     *
     * @param line counted from 1; if the text has no such line, the excerpt is empty
     * @param column counted from 1; 0 for no caret
     */
    static String of(String text, int line, int column) {
        String[] lines = text.split("\\R", -1);
        if (line < 1 || line > lines.length) return "";
        int last = Math.min(lines.length, line + NEIGHBOURS);
        int numberWidth = Integer.toString(last).length();
        StringBuilder excerpt = new StringBuilder();
        for (int number = Math.max(1, line - NEIGHBOURS); number <= last; number++) {
            String shown = lines[number - 1].replace('\t', ' ');
            excerpt.append(("%" + numberWidth + "d | %s")
                            .formatted(number, shown)
                            .stripTrailing())
                    .append('\n');
            if (number == line && column > 0) {
                excerpt.append(" ".repeat(numberWidth))
                        .append(" | ")
                        .append(" ".repeat(column - 1))
                        .append("^\n");
            }
        }
        return excerpt.toString();
    }
}
