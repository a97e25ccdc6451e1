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
 * What all threads are doing, those of the platform and virtual ones, as the JDK dumps them: into a file, which is read and
 * deleted. Any thread may call.
 */
public final class ThreadDumps {
    private static final int MOST_TEXT_BYTES = 8 << 20;
    private static final int MOST_THREADS = 5000;
    private static final int MOST_FRAMES = 20;
    private static final String THREADS = "threads";

    private final Path folder;

    /** @param folder for the files, which is made where it is missing */
    public ThreadDumps(Path folder) {
        this.folder = folder;
    }

    /**
     * What a thread is doing.
     *
     * @param state as {@link Thread.State} names it
     * @param frames the top ones of its stack, {@code java.base/java.lang.Thread.sleep(Thread.java:507)}
     */
    public record Dumped(long id, String name, boolean virtual, String state, List<String> frames) {}

    /**
     * Threads of this process.
     *
     * @param total how many there are, more than are listed where there are very many
     */
    public record Threads(List<Dumped> listed, int total) {}

    /** As text for people; where it is very long, its beginning. */
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

    public Threads list() throws IOException {
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

    /** One thread at a time, since there may be a hundred thousand. */
    private static Threads read(JsonParser json) {
        List<Dumped> listed = new ArrayList<>();
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
        return new Threads(listed, total);
    }

    private static Dumped dumped(JsonNode thread) {
        List<String> frames = thread.path("stack")
                .valueStream()
                .limit(MOST_FRAMES)
                .map(JsonNode::asString)
                .toList();
        return new Dumped(
                thread.path("tid").asLong(0),
                thread.path("name").asString(""),
                thread.path("virtual").asBoolean(false),
                thread.path("state").asString(""),
                frames);
    }
}
