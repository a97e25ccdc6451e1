package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Rounds;

/**
 * Power cuts at random moments, several in a row. Everything acknowledged is present, everything present was written
 * and is in order, and the journal opens again. {@code VESPER_JOURNAL_CUTS} sets the number of journals, each of which
 * survives three cuts. {@code VESPER_JOURNAL_SEED} sets the seed of the first one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class PowerCutTest {
    private static final int WRITERS = 3;
    private static final int MOST_BYTES = 300;
    private static final int ROUNDS = Rounds.of("VESPER_JOURNAL_CUTS", 50, 1000);

    private final long seed = Rounds.seed("VESPER_JOURNAL_SEED");

    /**
     * Count of each writer's newest acknowledged entry, and below of the newest one that it started to append; from 1.
     */
    private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);

    private final AtomicLongArray begun = new AtomicLongArray(WRITERS);

    @Test
    void nothing_acknowledged_is_lost_and_nothing_is_invented() throws Exception {
        for (int round = 0; round < ROUNDS; round++) surviveCuts(seed + round, false);
    }

    @Test
    void the_same_holds_on_a_disk_that_fails_before_the_power_does() throws Exception {
        for (int round = 0; round < ROUNDS / 2; round++) surviveCuts(seed + round, true);
    }

    private void surviveCuts(long seed, boolean fails) throws Exception {
        var random = new Random(seed);
        var options = new JournalOptions(1024 << random.nextInt(3), new SyncPolicy.Always());
        for (int writer = 0; writer < WRITERS; writer++) {
            acknowledged.set(writer, 0);
            begun.set(writer, 0);
        }
        InMemoryDisk disk = new InMemoryDisk();
        for (int cut = 0; cut < 3; cut++) {
            if (fails) disk.failForcesAfter(random.nextInt(40));
            disk = writeUntilCut(disk, options, random);
            try {
                check(disk, options);
            } catch (IOException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ", cut " + cut, failure);
            }
        }
    }

    /** @return the disk after the power cut */
    private InMemoryDisk writeUntilCut(InMemoryDisk disk, JournalOptions options, Random random) throws Exception {
        Journal journal = Journal.open("test", disk, options, Clock.systemUTC());
        long first = journal.nextSequence();
        boolean drops = random.nextInt(4) == 0;
        int entries = random.nextInt(60);
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int name = writer;
            int waitsEvery = 1 + random.nextInt(20);
            threads.add(Thread.ofPlatform().start(() -> write(journal, name, entries, waitsEvery, drops)));
        }
        // Some cuts happen while all threads write, some after they have finished.
        if (random.nextInt(3) == 0) for (Thread thread : threads) thread.join();
        long before = first + random.nextInt(WRITERS * (entries + 1));
        while (journal.nextSequence() < before && threads.stream().anyMatch(Thread::isAlive)) Thread.onSpinWait();

        long[] sure = new long[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) sure[writer] = acknowledged.get(writer);
        InMemoryDisk left = disk.afterPowerCut(random);
        for (Thread thread : threads) thread.join();
        // Acknowledgements after the cut do not count.
        for (int writer = 0; writer < WRITERS; writer++) acknowledged.set(writer, sure[writer]);
        try {
            journal.close();
        } catch (JournalStoppedException failed) {
            // The disk failed before, and this journal is not used again.
        }
        return left;
    }

    private void write(Journal journal, int writer, int entries, int waitsEvery, boolean drops) {
        try {
            for (int i = 1; i <= entries; i++) {
                long count = begun.incrementAndGet(writer);
                long position = journal.append(writer, Payloads.of(writer, count, MOST_BYTES));
                if (i % waitsEvery == 0) {
                    journal.whenSynced(position).join();
                    acknowledged.set(writer, count);
                }
                if (drops && i % 20 == 0) journal.dropBefore(journal.syncedPosition());
            }
        } catch (JournalStoppedException | CompletionException failed) {
            // The disk failed, as planned.
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private void check(InMemoryDisk disk, JournalOptions options) throws IOException {
        long[] last = new long[WRITERS];
        try (Journal journal = Journal.open("test", disk, options, Clock.systemUTC())) {
            long sequence = 0;
            try (JournalReader reader = journal.read(Position.START)) {
                while (reader.next()) {
                    Payloads.verify(reader.payload(), MOST_BYTES);
                    int writer = reader.type();
                    long count = Payloads.count(reader.payload());
                    if (sequence != 0) assertThat(reader.sequence()).isEqualTo(sequence + 1);
                    sequence = reader.sequence();
                    assertThat(Payloads.writer(reader.payload())).isEqualTo(writer);
                    if (last[writer] != 0) assertThat(count).isEqualTo(last[writer] + 1);
                    assertThat(count).isLessThanOrEqualTo(begun.get(writer));
                    last[writer] = count;
                }
            }
            boolean dropped = journal.segments().stream()
                    .findFirst()
                    .filter(first -> first.firstSequence() > 1)
                    .isPresent();
            for (int writer = 0; writer < WRITERS; writer++) {
                if (last[writer] == 0 && dropped) continue;
                assertThat(last[writer]).as("writer %d", writer).isGreaterThanOrEqualTo(acknowledged.get(writer));
                // Continue with the entries that were found.
                begun.set(writer, last[writer]);
                acknowledged.set(writer, last[writer]);
            }
            if (dropped || sequence == 0) return;
            long lastSequence = sequence;
            assertThat(journal.nextSequence()).isEqualTo(lastSequence + 1);
        }
    }
}
