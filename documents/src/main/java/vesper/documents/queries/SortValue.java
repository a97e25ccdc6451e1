package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value by which hits are sorted or grouped: a number, a text, or nothing. Numbers come before texts, and texts are
 * ordered by code points.
 *
 * @param utf8 null for a number or nothing; not copied
 * @param isMissing true if there is neither a number nor a text
 */
@SuppressWarnings("ArrayRecordComponent")
record SortValue(double number, byte @Nullable [] utf8, boolean isMissing) {
    static final SortValue MISSING = new SortValue(0, null, true);

    static SortValue of(double number) {
        return new SortValue(number, null, false);
    }

    static SortValue of(byte[] utf8) {
        return new SortValue(0, utf8, false);
    }

    /** Returns the first value at a path. */
    static SortValue of(Row row, long path) {
        if (path == Paths.ID) return of(Arrays.copyOfRange(row.bytes(), row.idFrom(), row.idTo()));
        if (path == Paths.VERSION) return of((double) row.version());
        if (path == Paths.TIME) return of((double) row.storedAtMillis());
        row.rewind();
        return row.next(path) ? current(row) : MISSING;
    }

    /** Returns the row's current value. */
    static SortValue current(Row row) {
        if (row.isNumber()) return of(row.number());
        return of(Arrays.copyOfRange(row.bytes(), row.textFrom(), row.textTo()));
    }

    /**
     * Compares the first value of a row with another one, like {@link #compareTo} but without creating an object. The
     * result is below 0 if the row comes first.
     */
    static int compare(Row row, long path, SortValue other, boolean isDescending) {
        boolean isInHead = path == Paths.ID || path == Paths.VERSION || path == Paths.TIME;
        if (isInHead || other.isMissing) return of(row, path).compareTo(other, isDescending);
        row.rewind();
        if (!row.next(path)) return 1;
        int ascending;
        if (other.utf8 == null) {
            ascending = row.isNumber() ? Double.compare(row.number(), other.number) : 1;
        } else if (row.isNumber()) {
            ascending = -1;
        } else {
            ascending =
                    Arrays.compareUnsigned(row.bytes(), row.textFrom(), row.textTo(), other.utf8, 0, other.utf8.length);
        }
        return isDescending ? -ascending : ascending;
    }

    /**
     * Compares two values. The result is below 0 if this one comes first; a missing value comes last in either
     * direction.
     */
    int compareTo(SortValue other, boolean isDescending) {
        if (isMissing || other.isMissing) return Boolean.compare(isMissing, other.isMissing);
        int ascending;
        if (utf8 != null && other.utf8 != null) ascending = Arrays.compareUnsigned(utf8, other.utf8);
        else if (utf8 == null && other.utf8 == null) ascending = Double.compare(number, other.number);
        else ascending = utf8 == null ? -1 : 1;
        return isDescending ? -ascending : ascending;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SortValue value && compareTo(value, false) == 0;
    }

    @Override
    public int hashCode() {
        return utf8 == null ? Double.hashCode(number) : Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        if (isMissing) return "nothing";
        return utf8 == null ? Double.toString(number) : new String(utf8, UTF_8);
    }
}
