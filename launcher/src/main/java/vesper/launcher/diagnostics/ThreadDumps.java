package vesper.launcher.diagnostics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Dumps of all threads, platform and virtual. The JDK writes each dump to a file, which is read and then deleted.
 * Thread-safe.
 */
public final class ThreadDumps {
    private static final int MOST_TEXT_BYTES = 8 << 20;
    private static final int MOST_THREADS = 5000;
    private static final int MOST_FRAMES = 20;
    private static final String THREADS = "threads";

    private final Path folder;

    /** @param folder for the files; created if missing */
    public ThreadDumps(Path folder) {
        this.folder = folder;
    }

    /**
     * The state of a thread.
     *
     * @param state the name of a {@link Thread.State}
     * @param frames the top of its stack, for example {@code java.base/java.lang.Thread.sleep(Thread.java:507)}
     */
    public record ThreadState(long id, String name, boolean virtual, String state, List<String> frames) {}

    /**
     * Threads of this process.
     *
     * @param total the number of all threads, which may be more than are listed
     */
    public record ThreadList(List<ThreadState> listed, int total) {}

    /** Returns a dump as text for people, cut after a maximum size. */
    public String text() throws IOException {
        Path file = dump(ThreadDumpFormat.TEXT_PLAIN);
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MOST_TEXT_BYTES), UTF_8);
            long missing = Files.size(file) - MOST_TEXT_BYTES;
            return missing <= 0 ? text : text + "\n… " + missing + " bytes more\n";
        } finally {
            Files.delete(file);
        }
    }

    public ThreadList list() throws IOException {
        Path file = dump(ThreadDumpFormat.JSON);
        try (JsonParser json = JsonMapper.shared().createParser(file)) {
            return read(json);
        } finally {
            Files.delete(file);
        }
    }

    private Path dump(ThreadDumpFormat format) throws IOException {
        Path file = Files.createDirectories(folder).toAbsolutePath().resolve("threads-" + UUID.randomUUID());
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpThreads(file.toString(), format);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        return file;
    }

    /** Parses one thread after the other, since there may be a hundred thousand. */
    private static ThreadList read(JsonParser json) {
        List<ThreadState> listed = new ArrayList<>();
        int total = 0;
        while (json.nextToken() != null) {
            boolean begins = json.currentToken() == JsonToken.START_ARRAY && THREADS.equals(json.currentName());
            if (!begins) continue;
            while (json.nextToken() == JsonToken.START_OBJECT) {
                total++;
                if (listed.size() < MOST_THREADS) listed.add(dumped(json.readValueAsTree()));
                else json.skipChildren();
            }
        }
        return new ThreadList(listed, total);
    }

    private static ThreadState dumped(JsonNode thread) {
        List<String> frames = thread.path("stack")
                .valueStream()
                .limit(MOST_FRAMES)
                .map(JsonNode::asString)
                .toList();
        return new ThreadState(
                thread.path("tid").asLong(0),
                thread.path("name").asString(""),
                thread.path("virtual").asBoolean(false),
                thread.path("state").asString(""),
                frames);
    }
}
