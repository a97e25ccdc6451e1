package vesper.records.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.journal.files.AtomicFile;

/**
 * The identity of a journal in the frames of its blocks, and how much of it has been deleted and sealed. It is stored
 * in the file {@code source} of the journal's folder unless it has default values.
 *
 * <p>A journal that was damaged or lost its end in a power failure gets a new number, because its positions no longer
 * correspond to those in older blocks. A journal whose blocks are deleted by age must remember that.
 * <pre>
 * source := number " " from (" " sealedTo)? "\\n"       decimal digits
 * </pre>
 *
 * @param from rows before this position are in no block: they were deleted by age or belong to another number
 * @param sealedTo rows between {@code from} and this position were in blocks on the disk when the journal last dropped
 *     entries; if blocks with fewer rows are found, some were lost
 */
record SourceName(int number, long from, long sealedTo) {
    private static final String FILE = "source";
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}) (\\d{1,18})(?: (\\d{1,18}))?\\n");

    /** Returns the identity of a journal of which nothing is sealed yet. */
    static SourceName of(int number, long from) {
        return new SourceName(number, from, from);
    }

    /** Returns a copy for which the blocks before this position are deleted. */
    SourceName deletedTo(long position) {
        return new SourceName(number, Math.max(from, position), Math.max(sealedTo, position));
    }

    /** Returns a copy for which the rows before this position are in blocks on the disk. */
    SourceName sealedTo(long position) {
        return new SourceName(number, from, Math.max(from, position));
    }

    /**
     * Reads the identity of a journal, or returns a default if the folder has no such file.
     *
     * @throws DamagedNameException if the content of the file is not valid
     */
    static SourceName of(Path journal, SourceName otherwise) throws IOException {
        try {
            byte[] content = Files.readAllBytes(journal.resolve(FILE));
            Matcher written = WRITTEN.matcher(new String(content, US_ASCII));
            if (!written.matches()) throw new DamagedNameException(journal.resolve(FILE));
            SourceName begun = of(Integer.parseInt(written.group(1)), Long.parseLong(written.group(2)));
            return written.group(3) == null ? begun : begun.sealedTo(Long.parseLong(written.group(3)));
        } catch (NoSuchFileException _) {
            return otherwise;
        }
    }

    /** Writes the file. On return it is durable. */
    void write(Path journal) throws IOException {
        String sealed = sealedTo > from ? " " + sealedTo : "";
        AtomicFile.replace(journal.resolve(FILE), (number + " " + from + sealed + "\n").getBytes(US_ASCII));
    }
}
