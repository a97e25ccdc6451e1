package vesper.bench.report;

/** The classes of lines, each with a colour and dashes of its own, which the style of a page defines. */
final class Tones {
    private static final int COLOURS = 8;
    private static final int DASHES = 4;

    private Tones() {}

    /** Neighbours differ in both, and no two of the first {@value #COLOURS} times {@value #DASHES} are alike. */
    static String of(int index) {
        return "tone" + index % COLOURS + " dash" + (index + index / COLOURS) % DASHES;
    }
}
