package vesper.records.admin;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.client.HttpClient;
import vesper.records.rules.TrackerRules;
import vesper.records.store.StoreOptions;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitingDiskTest {
    private static final RecordingSettings OFF =
            new RecordingSettings(true, false, false, List.of(), StoreOptions.DEFAULTS, 16 << 20);

    @TempDir
    Path folder;

    @Test
    void nobody_who_asks_how_it_is_waits_for_the_disk_that_files_are_opened_on() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, OFF, TrackerRules.DEFAULT, client)) {
            records.start(() -> 0);
            Path lock = pipe();
            Throwable[] failed = new Throwable[1];
            Thread switching = Thread.ofPlatform().start(() -> failed[0] = enabling(records));
            try (var _ = whenDone(lock)) {
                Eventually.until(() -> isWaiting(switching));
                var on = CompletableFuture.supplyAsync(
                        () -> records.tracker().on() || records.monitor().on());
                assertThat(on.get(10, TimeUnit.SECONDS)).isFalse();
                assertThat(records.status().pending()).isZero();
                assertThat(isWaiting(switching)).isTrue();
            }
            switching.join();
            assertThat(failed[0]).isNull();
            assertThat(records.tracker().on()).isTrue();
        }
    }

    /** Puts a named pipe where a file is opened for writing; that blocks until the pipe is opened for reading. */
    private Path pipe() throws Exception {
        Path lock = Files.createDirectories(folder.resolve("journal-0")).resolve("lock");
        try {
            assumeTrue(new ProcessBuilder("mkfifo", lock.toString()).start().waitFor() == 0);
        } catch (IOException e) {
            assumeTrue(false, "there is no mkfifo");
        }
        return lock;
    }

    private static @Nullable IOException enabling(Records records) {
        try {
            records.enableTracker(true);
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static boolean isWaiting(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith(".FileDisk")
                        && frame.getMethodName().equals("lock"));
    }

    /** Opens the pipe for reading, to end the wait. Does not block itself because it opens for writing too. */
    private static Closeable whenDone(Path lock) {
        return () -> FileChannel.open(lock, READ, WRITE).close();
    }
}
