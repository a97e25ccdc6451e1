package vesper.records.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.journal.files.WholeFile;

/**
 * What the rows of a journal are said to be from in blocks, and where those begin that may be in none. It is kept in the
 * file {@code source} of the journal's folder, where it is not what it would be by itself: a journal that is not what it
 * was, since it was damaged or a power cut took its end, gets another number, because positions in it have nothing to do
 * with those before; and a journal whose blocks are deleted must know that they were.
 * <pre>
 * source := number " " from (" " sealedTo)? "\\n"       decimal digits
 * </pre>
 *
 * @param from what is before this position is in no block, or no more: it was deleted by its age, or has nothing to do
 *     with this number
 * @param sealedTo what is between both was in blocks that had reached the disk when the journal last let go of some of
 *     it; where there is less in the blocks that are found, some are lost
 */
record SourceName(int number, long from, long sealedTo) {
    private static final String FILE = "source";
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}) (\\d{1,18})(?: (\\d{1,18}))?\\n");

    /** Of a journal of which nothing is sealed yet. */
    static SourceName of(int number, long from) {
        return new SourceName(number, from, from);
    }

    /** What is before that position was deleted. */
    SourceName deletedTo(long position) {
        return new SourceName(number, Math.max(from, position), Math.max(sealedTo, position));
    }

    /** What is before that position is in blocks on the disk. */
    SourceName sealedTo(long position) {
        return new SourceName(number, from, Math.max(from, position));
    }

    /** @throws DamagedNameException where the file holds something else */
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

    /** On the disk when this returns. */
    void write(Path journal) throws IOException {
        String sealed = sealedTo > from ? " " + sealedTo : "";
        WholeFile.replace(journal.resolve(FILE), (number + " " + from + sealed + "\n").getBytes(US_ASCII));
    }
}
