package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The number of threads of a process, as the kernel counts them. */
final class ThreadCount {
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)$");

    private ThreadCount() {}

    static int of(long pid) throws IOException {
        Matcher line = THREADS.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
        return line.find() ? Integer.parseInt(line.group(1)) : 0;
    }
}
