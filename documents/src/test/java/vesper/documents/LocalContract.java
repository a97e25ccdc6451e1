package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

/** Further behaviour of collections on a single node. */
abstract class LocalContract extends CollectionContract {
    @Test
    void a_tombstone_is_forgotten_after_its_time() {
        DocumentCollection<Note> forgetful = collection("forgetful", policy().withTombstones(Duration.ofHours(1)));
        forgetful.create(A, note("1"));
        forgetful.delete(A);
        clock.pass(Duration.ofHours(1));
        Eventually.until("it is forgotten", () -> forgetful.version(A).equals(Version.NONE));
        assertThat(forgetful.create(A, note("2"))).isInstanceOf(Write.Stored.class);
        assertThat(forgetful.version(A)).isEqualTo(V1);
        assertThat(forgetful.list(Optional.empty(), 10).items()).hasSize(1);
    }

    @Test
    void a_tombstone_is_kept_for_its_time() {
        DocumentCollection<Note> forgetful = collection("forgetful", policy().withTombstones(Duration.ofHours(1)));
        forgetful.create(A, note("1"));
        forgetful.delete(A);
        clock.pass(Duration.ofMinutes(59));
        for (int round = 0; round < 2; round++) documents.settle();
        assertThat(forgetful.version(A)).isEqualTo(V2);
        assertThat(forgetful.create(A, note("2"))).isInstanceOf(Write.Stored.class);
        assertThat(forgetful.version(A)).isEqualTo(new Version(3));
    }

    @Test
    void a_transaction_stores_all_that_it_wrote() {
        DocumentCollection<Note> others = collection("others", policy());
        notes.create(A, new Note("from", 10));
        TransactionOutcome<Integer> outcome = documents.transaction(tx -> {
            Note from = tx.get(notes, A).orElseThrow().value();
            tx.put(notes, A, new Note("from", from.count() - 3));
            tx.create(others, B, new Note("to", 3));
            assertThat(tx.get(others, B).orElseThrow().value().count()).isEqualTo(3);
            assertThat(others.get(B)).isEmpty();
            return from.count();
        });
        assertThat(outcome)
                .isEqualTo(new TransactionOutcome.Committed<>(
                        10, List.of((Write.Stored) stored(A, 2), (Write.Stored) stored(B, 1))));
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(7);
        assertThat(others.get(B).orElseThrow().value().count()).isEqualTo(3);
    }

    @Test
    void a_document_does_not_expire_while_its_update_runs() throws Exception {
        DocumentCollection<Note> mayflies = collection("mayflies", policy().withTimeToLive(Duration.ofSeconds(10)));
        mayflies.create(A, note("1"));
        documents.settle();
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Future<Write> update = threads.submit(() -> mayflies.update(A, old -> {
            begun.countDown();
            awaited(goOn);
            return note("2");
        }));
        begun.await();
        try {
            clock.pass(Duration.ofSeconds(10));
            documents.settle();
            // An expiry would be acknowledged before this.
            mayflies.create(B, note("b"));
            assertThat(mayflies.version(A)).isEqualTo(V1);
        } finally {
            goOn.countDown();
        }
        assertThat(update.get()).isInstanceOf(Write.Stored.class);
        assertThat(mayflies.get(A).orElseThrow().value()).isEqualTo(note("2"));
    }

    @Test
    void a_transaction_runs_again_if_a_document_that_it_only_read_has_changed() {
        notes.create(A, new Note("", 1));
        var runs = new AtomicInteger();
        documents.transaction(tx -> {
            int count = tx.get(notes, A).orElseThrow().value().count();
            if (runs.incrementAndGet() == 1) notes.put(A, new Note("", 2));
            tx.put(notes, B, new Note("", count));
            return count;
        });
        assertThat(runs).hasValue(2);
        assertThat(notes.get(B).orElseThrow().value().count()).isEqualTo(2);
    }

    @Test
    void a_transaction_runs_again_if_a_document_that_it_read_has_expired() {
        DocumentCollection<Note> mayflies = collection("mayflies", policy().withTimeToLive(Duration.ofSeconds(10)));
        mayflies.create(A, note("1"));
        var runs = new AtomicInteger();
        TransactionOutcome<Boolean> outcome = documents.transaction(tx -> {
            boolean isThere = tx.get(mayflies, A).isPresent();
            if (runs.incrementAndGet() == 1) clock.pass(Duration.ofSeconds(10));
            tx.put(notes, B, note("" + isThere));
            return isThere;
        });
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        TransactionOutcome.Committed.class,
                        committed -> assertThat(committed.result()).isEqualTo(false));
        assertThat(notes.get(B).orElseThrow().value()).isEqualTo(note("false"));
    }

    @Test
    void a_transaction_waits_for_an_update_of_a_document_that_it_writes() throws Exception {
        notes.create(A, note("1"));
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Future<Write> update = threads.submit(() -> notes.update(A, old -> {
            begun.countDown();
            awaited(goOn);
            return note("updated");
        }));
        begun.await();
        var outcome = new CompletableFuture<TransactionOutcome<Boolean>>();
        Thread writer = Thread.ofVirtual()
                .start(() -> outcome.complete(documents.transaction(tx -> {
                    tx.put(notes, A, note("of the transaction"));
                    return true;
                })));
        Eventually.until("it waits", () -> outcome.isDone() || writer.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        assertThat(update.get()).isEqualTo(stored(A, 2));
        assertThat(outcome.get())
                .isEqualTo(new TransactionOutcome.Committed<>(true, List.of((Write.Stored) stored(A, 3))));
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("of the transaction"));
    }

    @Test
    void a_transaction_sees_what_it_has_created_and_deleted() {
        TransactionOutcome<Boolean> outcome = documents.transaction(tx -> {
            tx.create(notes, A, note("1"));
            tx.delete(notes, A);
            return tx.get(notes, A).isPresent();
        });
        assertThat(outcome).isEqualTo(new TransactionOutcome.Committed<>(false, List.of()));
        assertThat(notes.version(A)).isEqualTo(Version.NONE);
        outcome = documents.transaction(tx -> {
            tx.create(notes, A, note("1"));
            tx.create(notes, A, note("2"));
            return true;
        });
        assertThat(outcome).isEqualTo(new TransactionOutcome.Refused<>("notes", A, new Write.Exists(V1)));
        assertThat(notes.version(A)).isEqualTo(Version.NONE);
    }

    @Test
    void a_transaction_stores_nothing_where_something_stands_against_it() {
        notes.create(A, note("1"));
        TransactionOutcome<String> outcome = documents.transaction(tx -> {
            tx.put(notes, B, note("b"));
            tx.create(notes, A, note("2"));
            return "done";
        });
        assertThat(outcome).isEqualTo(new TransactionOutcome.Refused<>("notes", A, new Write.Exists(V1)));
        assertThat(notes.get(B)).isEmpty();
        assertThatThrownBy(() -> documents.transaction(tx -> {
                    tx.put(notes, B, note("b"));
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        assertThat(notes.get(B)).isEmpty();
    }

    @Test
    void transfers_between_documents_keep_the_sum() throws Exception {
        int accounts = 5;
        for (int i = 0; i < accounts; i++) notes.create(account(i), new Note("", 100));
        List<Future<?>> transfers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int thread = t;
            transfers.add(threads.submit(() -> {
                for (int n = 0; n < 100; n++)
                    transfer(account((thread + n) % accounts), account((n * 3 + 1) % accounts));
            }));
        }
        for (Future<?> transfer : transfers) transfer.get();
        int sum = IntStream.range(0, accounts)
                .map(i -> notes.get(account(i)).orElseThrow().value().count())
                .sum();
        assertThat(sum).isEqualTo(100 * accounts);
    }

    private static DocumentId account(int i) {
        return new DocumentId("account-" + i);
    }

    private void transfer(DocumentId from, DocumentId to) {
        TransactionOutcome<Boolean> outcome;
        do {
            outcome = documents.transaction(tx -> {
                tx.put(
                        notes,
                        from,
                        new Note("", tx.get(notes, from).orElseThrow().value().count() - 1));
                tx.put(
                        notes,
                        to,
                        new Note("", tx.get(notes, to).orElseThrow().value().count() + 1));
                return true;
            });
        } while (outcome instanceof TransactionOutcome.Contended<Boolean>);
    }

    @Test
    void a_sequence_of_another_life_is_gone() throws Exception {
        notes.create(A, note("1"));
        long newest = notes.sequence();
        try (Feed<Note> feed = notes.follow(newest + 1)) {
            assertThat(feed.next(1, NO_WAIT)).isEqualTo(new Feed.PollResult.Gone<Note>(newest));
        }
    }
}
