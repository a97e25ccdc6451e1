package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory that a process holds in RAM ({@code VmRSS}). */
public record ResidentMemory(long bytes) {
    private static final Pattern RSS = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    public static ResidentMemory of(long pid) throws IOException {
        return parse(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
    }

    /** Parses the text. A process that has ended but was not yet reaped has no such line and uses no memory. */
    static ResidentMemory parse(String status) {
        Matcher line = RSS.matcher(status);
        return new ResidentMemory(line.find() ? Long.parseLong(line.group(1)) * 1024 : 0);
    }

    public double mebibytes() {
        return bytes / BYTES_PER_MEBIBYTE;
    }
}
