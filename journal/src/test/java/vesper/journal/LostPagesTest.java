package vesper.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

/** Files that are truncated while a journal has them mapped, so that their pages are gone. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LostPagesTest {
    private static final JournalOptions OPTIONS =
            new JournalOptions(8 << 20, new SyncPolicy.Interval(Duration.ofMillis(20)));
    /** Enough entries for the JVM to compile the code involved, which then detects the fault late. */
    private static final int MANY = 30_000;

    private static final int KEPT_BYTES = 4096;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {100, MANY})
    void a_file_that_became_shorter_stops_the_journal_and_says_why(int before) throws Exception {
        Journal journal = Journal.open(folder, OPTIONS);
        for (int n = 0; n < before; n++) journal.append(1, payload(n));
        shorten();

        Throwable stopped = untilRefused(journal);

        assertThat(stopped).isInstanceOf(JournalStoppedException.class).hasMessageContaining("truncated");
        assertThat(journal.failure()).isPresent();
        assertThatThrownBy(() -> journal.append(1, payload(0))).isInstanceOf(JournalStoppedException.class);
        // Syncs from before the truncation remain valid, and no caller waits for the rest.
        assertThat(journal.whenAllSynced().handle((_, failure) -> failure))
                .succeedsWithin(10, TimeUnit.SECONDS)
                .satisfiesAnyOf(
                        failure -> assertThat(failure).isNull(),
                        failure -> assertThat(failure).isInstanceOf(JournalStoppedException.class));
        assertThatThrownBy(journal::close).isInstanceOf(JournalStoppedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, MANY})
    void it_does_not_go_on_behind_what_is_not_there_any_more(int before) throws Exception {
        Journal journal = Journal.open(folder, OPTIONS);
        for (int n = 0; n < before; n++) journal.append(1, payload(n));
        shorten();
        untilRefused(journal);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> Eventually.until(() -> isResumed(journal)))
                    .isInstanceOf(AssertionError.class)
                    .hasRootCauseInstanceOf(DamagedSegmentException.class);
            assertThatThrownBy(() -> journal.append(1, payload(0))).isInstanceOf(JournalStoppedException.class);
        }
        closed(journal);
    }

    private static boolean isResumed(Journal journal) {
        try {
            return journal.resume();
        } catch (IOException refused) {
            throw new AssertionError(refused);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, MANY})
    void whoever_reads_finds_what_is_left_and_is_told_what_is_not(int before) throws Exception {
        Journal journal = Journal.open(folder, OPTIONS);
        for (int n = 0; n < before; n++) journal.append(1, payload(n));
        // This also makes the JVM compile the reader.
        assertThat(read(journal)).isEqualTo(before);
        shorten();

        for (int i = 0; i < 20; i++) {
            try (JournalReader reader = journal.read(Position.START)) {
                assertThatThrownBy(() -> {
                            while (reader.next()) assertThat(text(reader)).startsWith("entry ");
                        })
                        .isInstanceOf(DamagedSegmentException.class)
                        .hasMessageStartingWith("00000001.journal at byte ");
                assertThat(Position.offset(reader.nextPosition())).isBetween(KEPT_BYTES - 200, KEPT_BYTES);
            }
        }
        assertThatThrownBy(journal::verify).isInstanceOf(DamagedSegmentException.class);
        closed(journal);
    }

    @Test
    void a_journal_that_lost_pages_is_refused_the_next_time() throws Exception {
        Journal journal = Journal.open(folder, OPTIONS);
        for (int n = 0; n < 1000; n++) journal.append(1, payload(n));
        journal.whenAllSynced().join();
        shorten();
        closed(journal);

        assertThatThrownBy(() -> Journal.open(folder, OPTIONS)).isInstanceOf(DamagedSegmentException.class);
    }

    private static Throwable untilRefused(Journal journal) throws IOException {
        for (int n = 0; n < MANY; n++) {
            try {
                journal.append(1, payload(n));
            } catch (JournalStoppedException stopped) {
                return stopped;
            } catch (InternalError late) {
                // An earlier append failed after it had returned. The next one is rejected.
            }
        }
        throw new AssertionError("all was taken");
    }

    private static long read(Journal journal) throws IOException {
        long count = 0;
        try (JournalReader reader = journal.read(Position.START)) {
            while (reader.next()) count++;
        }
        return count;
    }

    /** Closes the journal. Its last sync fails if there is still something to force. */
    private static void closed(Journal journal) throws IOException {
        try {
            journal.close();
        } catch (JournalStoppedException e) {
            assertThat(e).hasMessageContaining("truncated");
        }
    }

    private void shorten() throws IOException {
        try (FileChannel file =
                FileChannel.open(folder.resolve(Journal.fileName(Position.of(1, 0))), StandardOpenOption.WRITE)) {
            file.truncate(KEPT_BYTES);
        }
    }

    private static ByteBuffer payload(int n) {
        return ByteBuffer.wrap(("entry " + n + " " + "x".repeat(120)).getBytes(UTF_8));
    }

    private static String text(JournalReader reader) {
        return UTF_8.decode(reader.payload()).toString();
    }
}
