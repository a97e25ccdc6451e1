package vesper.services.timers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.Next;
import vesper.documents.StateForm;
import vesper.documents.Storage;
import vesper.rest.triggers.Invoker;
import vesper.services.Timers;
import vesper.testing.Eventually;

/** Timers of replicated documents that are set several times for the same millisecond. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class TimersSetAgainTest {
    private static final Invoker DIRECT = new Invoker() {
        @Override
        public <T extends @Nullable Object> T invoke(String path, Callable<T> work) throws Exception {
            return work.call();
        }
    };

    private static final DocumentId A = new DocumentId("a");
    private static final Set<String> NAMES = Set.of("tick");

    /** The clock stands still, so that timers without a delay are always due at the same time. */
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-23T12:00:00Z"));

    @TempDir
    Path folder;

    private Documents documents;
    private DocumentCollection<Count> counts;
    private TimerStore book;
    private TimerScheduler<Count> ringing;
    private volatile int setsAgain;
    private volatile boolean hasRung;

    record Count(int rings) {}

    private final class Counting implements TimerCallback<Count> {
        @Override
        public Set<String> names() {
            return NAMES;
        }

        @Override
        public Next<Count> fire(String name, Document<Count> current, Timers timers) {
            int rings = current.value().rings() + 1;
            if (rings <= setsAgain) timers.after(name, Duration.ZERO);
            return new Next.Stored<>(new Count(rings));
        }
    }

    @BeforeEach
    void open() throws Exception {
        var codec = new Codec(false);
        documents =
                Documents.ofNode(folder, clock, DocumentsOptions.DEFAULTS, (_, _) -> new SingleNodeLog(() -> hasRung));
        counts = documents.collection("counts", StateForm.of(Count.class, codec), CollectionPolicy.REPLICATED);
        book = TimerStore.open(documents, "counts", Storage.REPLICATED, codec);
        ringing = new TimerScheduler<>(counts, book, new Counting(), DIRECT, clock, 1);
        counts.create(A, new Count(0));
        ringing.start();
    }

    @AfterEach
    void close() {
        ringing.close();
        documents.close();
    }

    private void set() {
        TimerChanges changes = TimerChanges.ofDocument(NAMES, clock);
        changes.after("tick", Duration.ZERO);
        book.change(A, changes);
    }

    private void awaitRings(int rings) {
        Eventually.until(
                () -> counts.get(A).orElseThrow().value().rings() == rings
                        && book.dueRows(Optional.empty(), 10).items().isEmpty(),
                () -> counts.get(A) + ", due: " + book.dueRows(Optional.empty(), 10));
    }

    @Test
    void one_that_has_rung_and_is_set_again_for_that_moment_rings_again() {
        for (int rings = 1; rings <= 3; rings++) {
            set();
            awaitRings(rings);
        }
    }

    @Test
    void one_whose_ring_was_stored_in_a_version_that_is_kept_no_more_has_rung() {
        hasRung = true;
        set();
        awaitRings(0);
    }

    @Test
    void one_that_its_own_ring_sets_again_for_that_moment_rings_again() {
        setsAgain = 1;
        set();
        awaitRings(2);
    }

    @Test
    void one_that_its_own_ring_sets_again_does_not_wait_for_the_look_of_every_second() {
        setsAgain = 30;
        set();
        assertThat(Eventually.holdsWithin(
                        Duration.ofSeconds(15),
                        () -> counts.get(A).orElseThrow().value().rings() > 30))
                .isTrue();
    }
}
