package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.testing.History;
import vesper.testing.Rounds;

/**
 * Threads run random operations on a few documents; all the results must be consistent with a single order of the
 * writes. {@code VESPER_DOCUMENTS_ACTS} sets the number of operations of a thread between two restarts.
 * {@code VESPER_DOCUMENTS_SEED} repeats a run, as far as scheduling allows.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ConcurrentWritersTest {
    private static final int THREADS = 4;
    private static final int DOCUMENTS = 6;
    private static final int ACTS = Rounds.of("VESPER_DOCUMENTS_ACTS", 500, 5000);
    private static final int PHASES = 4;

    @TempDir
    Path folder;

    private final long seed = Rounds.seed("VESPER_DOCUMENTS_SEED");
    private final History.Ticks ticks = new History.Ticks();
    private final long[] versions = new long[DOCUMENTS];
    private History[] histories = {};

    private static DocumentCollection<Note> notes(Documents documents, CollectionPolicy policy) {
        return documents.collection("notes", StateForm.of(Note.class, new Codec(false)), policy);
    }

    @Test
    void what_threads_are_told_of_documents_in_memory_fits_one_order() throws Exception {
        try (Documents documents = Documents.inMemory(Clock.systemUTC(), DocumentsOptions.DEFAULTS)) {
            run(documents, notes(documents, CollectionPolicy.MEMORY), 0);
        }
    }

    @Test
    void what_threads_are_told_of_durable_documents_fits_one_order_over_restarts_and_crashes() throws Exception {
        DocumentsOptions options = DocumentsOptions.DEFAULTS
                .withSegmentBytes(64 << 10)
                .withFeedBytes(0)
                .withCacheBytes(4096);
        Path at = folder.resolve("0");
        for (int phase = 0; phase < PHASES; phase++) {
            Path copy = folder.resolve("" + (phase + 1));
            try (Documents documents = Documents.open(at, Clock.systemUTC(), options)) {
                DocumentCollection<Note> notes = notes(documents, CollectionPolicy.DURABLE);
                for (int i = 0; i < DOCUMENTS; i++) {
                    assertThat(notes.version(id(i)).number()).isEqualTo(versions[i]);
                }
                run(documents, notes, phase);
                documents.copyTo(copy);
            }
            // Continue with a copy, which has the state after a crash, or with the same folder.
            if (phase % 2 == 0) at = copy;
            if (phase == 1) DurableCollectionTest.delete(at.resolve("positions"));
        }
    }

    private static DocumentId id(int document) {
        return new DocumentId("d" + document);
    }

    private void run(Documents documents, DocumentCollection<Note> notes, int phase) throws Exception {
        histories = new History[DOCUMENTS];
        for (int i = 0; i < DOCUMENTS; i++) histories[i] = new History(versions[i]);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                var random = new Random(seed * 31 + phase * 7L + thread);
                running.add(threads.submit(() -> {
                    for (int act = 0; act < ACTS; act++) act(documents, notes, random);
                }));
            }
            for (Future<?> each : running) each.get();
        }
        for (int i = 0; i < DOCUMENTS; i++) {
            try {
                versions[i] = histories[i].check();
                checkAtRest(notes, i);
            } catch (AssertionError failure) {
                throw new AssertionError("seed " + seed + ", phase " + phase + ", document " + i, failure);
            }
        }
    }

    private void checkAtRest(DocumentCollection<Note> notes, int document) {
        assertThat(notes.version(id(document)).number()).isEqualTo(versions[document]);
        List<Long> kept = notes.versions(id(document), Optional.empty(), 1000).items().stream()
                .map(info -> info.version().number())
                .toList();
        long oldest = Math.max(1, versions[document] - notes.policy().versions() + 1);
        List<Long> expected = LongStream.rangeClosed(oldest, versions[document])
                .map(version -> oldest + versions[document] - version)
                .boxed()
                .toList();
        assertThat(kept).isEqualTo(expected);
    }

    private void act(Documents documents, DocumentCollection<Note> notes, Random random) {
        int document = random.nextInt(DOCUMENTS);
        DocumentId id = id(document);
        int count = 1 + random.nextInt(1_000_000);
        var note = new Note("x".repeat(random.nextInt(50)), count);
        History history = histories[document];
        long begun = ticks.next();
        switch (random.nextInt(9)) {
            case 0, 1, 2 -> {
                Optional<Document<Note>> read = notes.get(id);
                long ended = ticks.next();
                read.ifPresentOrElse(
                        there -> history.seen(
                                begun,
                                ended,
                                there.version().number(),
                                there.value().count()),
                        () -> history.missed(begun, ended));
            }
            case 3 -> tell(history, begun, notes.create(id, note), count);
            case 4 -> tell(history, begun, notes.put(id, note), count);
            case 5 -> tell(history, begun, notes.put(id, guess(notes.version(id), random), note), count);
            case 6 -> tell(history, begun, notes.update(id, old -> note), count);
            case 7 -> tell(history, begun, notes.delete(id), 0);
            default -> transact(documents, notes, document, note);
        }
    }

    private static Version guess(Version current, Random random) {
        return new Version(Math.max(0, current.number() - random.nextInt(2)));
    }

    /** Writes the same note to two documents in one transaction. */
    private void transact(Documents documents, DocumentCollection<Note> notes, int document, Note note) {
        int other = (document + 1) % DOCUMENTS;
        long begun = ticks.next();
        TransactionOutcome<Boolean> outcome = documents.transaction(tx -> {
            tx.put(notes, id(document), note);
            tx.put(notes, id(other), note);
            return true;
        });
        if (!(outcome instanceof TransactionOutcome.Committed<Boolean>(var _, var stored))) return;
        long ended = ticks.next();
        histories[document].stored(begun, ended, stored.get(0).version().number(), note.count());
        histories[other].stored(begun, ended, stored.get(1).version().number(), note.count());
    }

    private void tell(History history, long begun, Write write, long count) {
        long ended = ticks.next();
        switch (write) {
            case Write.Stored(var _, var version, var _, var _) ->
                history.stored(begun, ended, version.number(), count);
            case Write.Exists(var current) -> history.seenVersion(begun, ended, current.number());
            case Write.Stale(var _, var current) -> history.seenVersion(begun, ended, current.number());
            case Write.Missing() -> history.missed(begun, ended);
            case Write.Unchanged _,
                    Write.Unnamed _,
                    Write.Immutable _,
                    Write.TooLarge _,
                    Write.Refused _,
                    Write.Busy _,
                    Write.KeyUsed _,
                    Write.Deadlocked _,
                    Write.OutcomeUnknown _ -> throw new AssertionError(write);
        }
    }
}
