package vesper.bench.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The counters that a HotSpot JVM publishes in a file while it runs, {@code /tmp/hsperfdata_USER/PID}. Reading the file
 * needs no cooperation of the JVM and does not stop it. The format is that of {@code PerfDataPrologue} and {@code
 * PerfDataEntry} in OpenJDK's {@code perfMemory.hpp} and {@code perfData.hpp}, version 2.0. Only numeric counters are
 * read.
 */
final class PerfData {
    private static final Path FOLDER = Path.of("/tmp");
    private static final int MAGIC = 0xcafec0c0;
    private static final int PROLOGUE_BYTES = 32;
    private static final int ENTRY_BYTES = 20;
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_NAME_BYTES = 256;

    private PerfData() {}

    /**
     * Reads the counters; empty if the process is not such a JVM, has them switched off, or belongs to another user.
     */
    static Optional<Map<String, Long>> of(long pid) throws IOException {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(FOLDER, "hsperfdata_*")) {
            for (Path user : users) {
                Path file = user.resolve(Long.toString(pid));
                if (Files.isReadable(file) && Files.size(file) <= MAX_BYTES) {
                    return parse(ByteBuffer.wrap(Files.readAllBytes(file)));
                }
            }
        }
        return Optional.empty();
    }

    static Optional<Map<String, Long>> parse(ByteBuffer bytes) {
        if (bytes.limit() < PROLOGUE_BYTES || bytes.getInt(0) != MAGIC || bytes.get(5) != 2) return Optional.empty();
        bytes.order(bytes.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, Long> numbers = new HashMap<>();
        int at = bytes.getInt(24);
        for (int left = bytes.getInt(28); left > 0 && at >= PROLOGUE_BYTES; left--) {
            if (at > bytes.limit() - ENTRY_BYTES) break;
            int length = bytes.getInt(at);
            if (length < ENTRY_BYTES || length > bytes.limit() - at) break;
            ByteBuffer entry = bytes.slice(at, length).order(bytes.order());
            boolean isNumber = entry.getInt(8) == 0 && entry.get(12) == 'J';
            int value = entry.getInt(16);
            if (isNumber && value >= 0 && value <= length - Long.BYTES) {
                numbers.put(name(entry, entry.getInt(4)), entry.getLong(value));
            }
            at += length;
        }
        return Optional.of(numbers);
    }

    private static String name(ByteBuffer entry, int from) {
        if (from < 0) return "";
        int end = from;
        while (end < Math.min(entry.limit(), from + MAX_NAME_BYTES) && entry.get(end) != 0) end++;
        byte[] name = new byte[Math.max(0, end - from)];
        if (name.length > 0) entry.get(from, name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
