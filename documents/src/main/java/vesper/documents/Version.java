package vesper.documents;

/** The number of times that a document has been stored or deleted; 0 for a document that never existed. */
public record Version(long number) implements Comparable<Version> {
    public static final Version NONE = new Version(0);

    public Version {
        if (number < 0) throw new IllegalArgumentException("version " + number + " is below 0");
    }

    @Override
    public int compareTo(Version other) {
        return Long.compare(number, other.number);
    }
}
