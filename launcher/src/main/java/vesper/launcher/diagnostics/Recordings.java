package vesper.launcher.diagnostics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recordings of JDK Flight Recorder. One runs at a time, for at most {@link #LONGEST}. The last {@value #MOST_KEPT} are
 * kept, each of at most {@value #MOST_BYTES} bytes. They are deleted when the server stops, or else when it starts
 * again. Thread-safe.
 */
public final class Recordings implements AutoCloseable {
    public static final Duration LONGEST = Duration.ofMinutes(5);
    public static final int MOST_KEPT = 5;

    private static final long MOST_BYTES = 256L << 20;
    private static final Set<String> SETTINGS = Set.of("default", "profile");
    /**
     * Events that contain command lines, environment variables or system properties, any of which may hold a token.
     * They are disabled, since recordings are passed on to others.
     */
    private static final List<String> WITH_SECRETS = List.of(
            "jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation", "jdk.SystemProcess");

    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final Path folder;
    private final InstantSource clock;
    private final Deque<FlightRecording> kept = new ArrayDeque<>();

    private Recordings(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Opens the recordings in a folder.
     *
     * @param folder for the files; created with the first one. All files in it are deleted.
     */
    public static Recordings in(Path folder, InstantSource clock) {
        Recordings recordings = new Recordings(folder, clock);
        recordings.deleteLeftOver();
        return recordings;
    }

    private void deleteLeftOver() {
        if (!Files.isDirectory(folder)) return;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("leftover files in {} could not be deleted: {}", folder, e.getMessage());
        }
    }

    /**
     * Starts a recording, unless one is running. Deletes the oldest one if there are too many.
     *
     * @param settings {@code default}, or {@code profile} for more events at a higher overhead
     */
    public synchronized RecordingStart start(Duration duration, String settings) {
        Optional<FlightRecording> running = kept.stream()
                .filter(each -> each.state() == FlightRecording.State.RUNNING)
                .findFirst();
        if (running.isPresent()) return new RecordingStart.Busy(running.get().id());
        if (!SETTINGS.contains(settings)) return new RecordingStart.NoSettings(settings);
        try {
            while (kept.size() >= MOST_KEPT) kept.removeFirst().delete();
            FlightRecording started = startRecording(duration, settings);
            kept.addLast(started);
            return new RecordingStart.Started(started);
        } catch (IOException | ParseException | RuntimeException e) {
            LOG.error("a recording could not be started", e);
            return new RecordingStart.Failed(String.valueOf(e.getMessage()));
        }
    }

    private FlightRecording startRecording(Duration duration, String settings) throws IOException, ParseException {
        Instant now = clock.instant();
        String id = NAME.format(now);
        Path file = Files.createDirectories(folder).resolve(id + ".jfr");
        Recording recording = new Recording(Configuration.getConfiguration(settings));
        recording.setName(id);
        WITH_SECRETS.forEach(recording::disable);
        recording.setMaxSize(MOST_BYTES);
        return FlightRecording.start(id, settings, duration, now, file, recording);
    }

    /** Returns the recordings, newest first. */
    public synchronized List<FlightRecording> newestFirst() {
        List<FlightRecording> all = new ArrayList<>(kept);
        Collections.reverse(all);
        return all;
    }

    public synchronized Optional<FlightRecording> find(String id) {
        return kept.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /**
     * Deletes a recording.
     *
     * @return false if no recording has this ID
     */
    public synchronized boolean delete(String id) throws IOException {
        Optional<FlightRecording> found = find(id);
        if (found.isEmpty()) return false;
        kept.remove(found.get());
        found.get().delete();
        return true;
    }

    /** Ends the recording that runs and deletes all files. */
    @Override
    public synchronized void close() {
        for (FlightRecording each : kept) {
            try {
                each.delete();
            } catch (IOException e) {
                LOG.warn("{} could not be deleted: {}", each.file(), e.getMessage());
            }
        }
        kept.clear();
    }
}
