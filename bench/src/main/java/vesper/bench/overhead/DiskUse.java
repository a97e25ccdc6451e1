package vesper.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Disk space of records.
 *
 * @param records number of records
 * @param sealedBytes size of the blocks
 * @param journalBytes size of the journals, which are files of a fixed size that are filled and deleted
 */
record DiskUse(long records, long sealedBytes, long journalBytes) {
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    /** @param data a server's data folder */
    static DiskUse of(Path data, long count) throws IOException {
        Path records = data.resolve("records");
        if (!Files.isDirectory(records)) return new DiskUse(count, 0, 0);
        long sealed = 0;
        long journals = 0;
        try (Stream<Path> folders = Files.list(records)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                if (folder.endsWith("blocks")) sealed += sizeOf(folder);
                else journals += sizeOf(folder);
            }
        }
        return new DiskUse(count, sealed, journals);
    }

    /** Returns NaN if there are no records. */
    double bytesPerRecord() {
        return records == 0 ? Double.NaN : (double) sealedBytes / records;
    }

    double journalMebibytes() {
        return journalBytes / BYTES_PER_MEBIBYTE;
    }

    private static long sizeOf(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.toList();
        }
        long bytes = 0;
        for (Path file : files) bytes += sizeOfFile(file);
        return bytes;
    }

    /** Returns the size of a file; 0 if the running server has deleted it. */
    private static long sizeOfFile(Path file) throws IOException {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isRegularFile() ? attributes.size() : 0;
        } catch (NoSuchFileException _) {
            return 0;
        }
    }
}
