package vesper.records.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the rows of a journal are said to be from in blocks. A journal that is not what it was, since it was damaged or a
 * power cut took its end, gets another number in the file {@code source} of its folder: positions in it have nothing to
 * do with those before.
 * <pre>
 * source := number " " from "\\n"       decimal digits
 * </pre>
 *
 * @param from the position where its rows begin that can be in no block
 */
record SourceName(int number, long from) {
    private static final String FILE = "source";
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}) (\\d{1,18})\\n");

    static SourceName of(Path journal, SourceName otherwise) throws IOException {
        try {
            Matcher written = WRITTEN.matcher(Files.readString(journal.resolve(FILE), US_ASCII));
            if (!written.matches()) throw new IOException(journal.resolve(FILE) + " is damaged");
            return new SourceName(Integer.parseInt(written.group(1)), Long.parseLong(written.group(2)));
        } catch (NoSuchFileException _) {
            return otherwise;
        }
    }

    /** On the disk when this returns. */
    void write(Path journal) throws IOException {
        Path next = journal.resolve(FILE + ".new");
        try (FileChannel file = FileChannel.open(next, CREATE, TRUNCATE_EXISTING, WRITE)) {
            file.write(ByteBuffer.wrap((number + " " + from + "\n").getBytes(US_ASCII)));
            file.force(true);
        }
        Files.move(next, journal.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }
}
