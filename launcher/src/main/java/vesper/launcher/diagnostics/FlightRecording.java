package vesper.launcher.diagnostics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A recording, which a separate thread ends and writes to its file. */
public final class FlightRecording {
    private static final Logger LOG = LoggerFactory.getLogger(FlightRecording.class);
    private static final Duration TO_WRITE = Duration.ofSeconds(10);

    /** State of a recording. */
    public enum State {
        RUNNING,
        /** The file is complete. */
        DONE,
        /** The recording could not be written. */
        FAILED
    }

    private final String id;
    private final String settings;
    private final Duration duration;
    private final Instant startedAt;
    private final Path file;
    private final Recording recording;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private volatile State state = State.RUNNING;
    private volatile @Nullable String trouble;

    private FlightRecording(
            String id, String settings, Duration duration, Instant startedAt, Path file, Recording recording) {
        this.id = id;
        this.settings = settings;
        this.duration = duration;
        this.startedAt = startedAt;
        this.file = file;
        this.recording = recording;
        this.thread = Thread.ofPlatform().daemon().name("recording " + id).unstarted(this::run);
    }

    static FlightRecording start(
            String id, String settings, Duration duration, Instant startedAt, Path file, Recording recording) {
        FlightRecording started = new FlightRecording(id, settings, duration, startedAt, file, recording);
        try {
            recording.start();
        } catch (RuntimeException e) {
            recording.close();
            throw e;
        }
        started.thread.start();
        return started;
    }

    private void run() {
        try (recording) {
            boolean early = ended.await(duration.toMillis(), TimeUnit.MILLISECONDS);
            recording.stop();
            if (!early) recording.dump(file);
            state = State.DONE;
        } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.error("recording {} could not be written", id, e);
            trouble = String.valueOf(e.getMessage());
            state = State.FAILED;
        }
    }

    /** Ends the recording if it runs, and deletes its file. */
    void delete() throws IOException {
        ended.countDown();
        try {
            thread.join(TO_WRITE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(file);
    }

    public String id() {
        return id;
    }

    /** Returns the name of the settings: {@code default} or {@code profile}. */
    public String settings() {
        return settings;
    }

    public Duration duration() {
        return duration;
    }

    public Instant startedAt() {
        return startedAt;
    }

    public State state() {
        return state;
    }

    /** Returns why the recording failed; null if it did not. */
    public @Nullable String trouble() {
        return trouble;
    }

    public Path file() {
        return file;
    }
}
