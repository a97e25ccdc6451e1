package vesper.bench.report;

/** CSS classes of lines, each a combination of colour and dashes that the style of the page defines. */
final class Tones {
    private static final int COLOURS = 8;
    private static final int DASHES = 4;

    private Tones() {}

    /**
     * Returns the classes of a line. Neighbours differ in both, and the first {@value #COLOURS} times {@value #DASHES}
     * are unique.
     */
    static String of(int index) {
        return "tone" + index % COLOURS + " dash" + (index + index / COLOURS) % DASHES;
    }
}
