package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Rounds;

/**
 * Kills processes at random moments, one after the other on the same journal. {@code VESPER_JOURNAL_KILLS} sets their
 * number. {@code VESPER_JOURNAL_SEED} repeats the moments of a run, as far as timing on a machine can be repeated.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KillTest {
    private static final int WRITERS = 3;
    private static final int MAX_BYTES = 400;
    private static final JournalOptions OPTIONS = new JournalOptions(128 << 10, new SyncPolicy.Always());

    @TempDir
    Path folder;

    /** Newest count of each writer that must be present: acknowledged, or found after a kill. */
    private final long[] known = new long[WRITERS];

    private long firstSequence = 1;

    @Test
    @Timeout(600)
    void what_was_acknowledged_before_a_kill_is_there_and_nothing_else_was_made_up() throws Exception {
        int kills = Rounds.of("VESPER_JOURNAL_KILLS", 8, 200);
        long seed = Rounds.seed("VESPER_JOURNAL_SEED");
        var random = new Random(seed);
        long begin = System.nanoTime();
        long acknowledged = 0;
        for (int kill = 0; kill < kills; kill++) {
            acknowledged += runAndKill(random, kill % 2 == 0 ? AcknowledgeWhen.SYNCED : AcknowledgeWhen.APPENDED);
            try {
                check(kill % 4 == 3);
            } catch (IOException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ", kill " + kill, failure);
            }
        }
        System.out.printf(
                "%d kills, %d acknowledgements received, %.1f s%n",
                kills, acknowledged, (System.nanoTime() - begin) / 1e9);
        assertThat(acknowledged).isGreaterThan(kills);
    }

    /** The event that makes an entry acknowledged. */
    enum AcknowledgeWhen {
        SYNCED,
        APPENDED
    }

    /** @return number of acknowledgements received */
    private long runAndKill(Random random, AcknowledgeWhen when) throws IOException, InterruptedException {
        Process process = Java.start(Appender.class, folder.toString(), when.name());
        long acknowledged = 0;
        try (var acknowledgements = new DataInputStream(process.getInputStream())) {
            // Some processes die while they open the journal, most while they append.
            boolean early = random.nextInt(8) == 0;
            if (early) process.waitFor(random.nextInt(250), TimeUnit.MILLISECONDS);
            int enough = early ? 0 : 1 + random.nextInt(when == AcknowledgeWhen.SYNCED ? 150 : 1500);
            for (; acknowledged < enough; acknowledged++) readAcknowledgement(acknowledgements);
            process.destroyForcibly();
            try {
                for (; ; acknowledged++) readAcknowledgement(acknowledgements);
            } catch (EOFException | BrokenPipe end) {
                // All acknowledgements up to the end count.
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return acknowledged;
    }

    private void readAcknowledgement(DataInputStream acknowledgements) throws IOException {
        int writer;
        long count;
        try {
            writer = acknowledgements.readInt();
            count = acknowledgements.readLong();
        } catch (EOFException end) {
            throw end;
        } catch (IOException closed) {
            throw new BrokenPipe(closed);
        }
        known[writer] = Math.max(known[writer], count);
    }

    private void check(boolean dropsAll) throws IOException {
        long[] last = new long[WRITERS];
        try (Journal journal = Journal.open(folder, OPTIONS)) {
            try (JournalReader reader = journal.read(Position.START)) {
                long sequence = firstSequence;
                while (reader.next()) {
                    Payloads.verify(reader.payload(), MAX_BYTES);
                    int writer = reader.type();
                    assertThat(reader.sequence()).isEqualTo(sequence++);
                    long count = Payloads.count(reader.payload());
                    if (last[writer] != 0) assertThat(count).isEqualTo(last[writer] + 1);
                    last[writer] = count;
                }
                assertThat(journal.nextSequence()).isEqualTo(sequence);
            }
            for (int writer = 0; writer < WRITERS; writer++) {
                assertThat(last[writer]).as("writer %d", writer).isGreaterThanOrEqualTo(known[writer]);
                known[writer] = last[writer];
            }
            if (!dropsAll) return;
            // The next process needs the newest entry of each writer in order to continue from it.
            long keep = journal.endPosition();
            for (int writer = 0; writer < WRITERS; writer++) {
                journal.append(writer, Payloads.of(writer, ++known[writer], MAX_BYTES));
            }
            journal.whenAllSynced().join();
            journal.dropBefore(keep);
            firstSequence = journal.segments().getFirst().firstSequence();
        }
    }

    private static final class BrokenPipe extends IOException {
        private static final long serialVersionUID = 1;

        BrokenPipe(IOException cause) {
            super(cause);
        }
    }

    /** Appends until it is killed. Writes each acknowledgement to standard output: writer and count. */
    static final class Appender {
        private static DataOutputStream out;

        public static void main(String[] arguments) throws Exception {
            out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 12));
            Journal journal = Journal.open(Path.of(arguments[0]), OPTIONS);
            boolean synced = AcknowledgeWhen.valueOf(arguments[1]) == AcknowledgeWhen.SYNCED;
            long[] last = new long[WRITERS];
            try (JournalReader reader = journal.read(Position.START)) {
                while (reader.next()) last[reader.type()] = Payloads.count(reader.payload());
            }
            for (int writer = 0; writer < WRITERS; writer++) {
                int name = writer;
                Thread.ofPlatform().start(() -> append(journal, name, last[name], synced));
            }
        }

        private static void append(Journal journal, int writer, long last, boolean synced) {
            try {
                for (long count = last + 1; ; count++) {
                    long position = journal.append(writer, Payloads.of(writer, count, MAX_BYTES));
                    if (synced) journal.whenSynced(position).join();
                    synchronized (Appender.class) {
                        out.writeInt(writer);
                        out.writeLong(count);
                        out.flush();
                    }
                }
            } catch (IOException | RuntimeException failure) {
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
