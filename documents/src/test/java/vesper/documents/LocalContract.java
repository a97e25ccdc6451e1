package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
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
            assertThat(feed.next(1, NO_WAIT)).isEqualTo(new Feed.Told.Gone<Note>(newest));
        }
    }
}
