package vesper.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.codec.Codec;
import vesper.testing.Eventually;

/** Opening a collection again in another form while it is in use, as happens when a package's code is replaced. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class OtherFormTest {
    private static final DocumentId A = new DocumentId("a");
    private static final Codec CODEC = new Codec(false);

    record Old(long count) {}

    record New(long count, String by) {}

    record Unlike(List<String> count) {}

    @TempDir
    Path folder;

    private Documents open() throws Exception {
        return Documents.open(folder, InstantSource.system(), DocumentsOptions.DEFAULTS);
    }

    private static CollectionPolicy policy(Storage storage) {
        return storage == Storage.MEMORY ? CollectionPolicy.MEMORY : CollectionPolicy.DURABLE;
    }

    private static <T> DocumentCollection<T> counts(Documents documents, Class<T> type, Storage storage) {
        return documents.collection("counts", StateForm.of(type, CODEC), policy(storage));
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void both_see_the_same_documents_each_in_its_form(Storage storage) throws Exception {
        try (Documents documents = open()) {
            var old = counts(documents, Old.class, storage);
            old.put(A, new Old(1));
            var now = counts(documents, New.class, storage);
            assertThat(now.get(A).orElseThrow().value()).isEqualTo(new New(1, null));

            assertThat(now.update(A, it -> new New(it.count() + 1, "x"))).isInstanceOf(Write.Stored.class);
            assertThat(old.get(A).orElseThrow().value()).isEqualTo(new Old(2));
            assertThat(old.update(A, it -> new Old(it.count() + 1))).isInstanceOf(Write.Stored.class);
            assertThat(now.get(A).orElseThrow().version()).isEqualTo(new Version(3));

            var json = documents.collection("counts", StateForm.json(), policy(storage));
            assertThat(json.get(A).orElseThrow().value().toString()).isEqualTo("{\"count\":3}");
            json.put(A, JsonText.written("{\"count\":4,\"by\":\"y\"}".getBytes(UTF_8)));
            assertThat(now.get(A).orElseThrow().value()).isEqualTo(new New(4, "y"));
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void what_an_old_class_has_made_is_let_go_and_told_all_the_same(Storage storage) throws Exception {
        try (Documents documents = open()) {
            var old = counts(documents, Old.class, storage);
            long before = old.sequence();
            for (int n = 1; n <= 3; n++) old.put(A, new Old(n));
            var value = new WeakReference<>(old.get(A).orElseThrow().value());
            var now = counts(documents, New.class, storage);
            Eventually.until("it is let go", () -> {
                System.gc();
                return value.get() == null;
            });
            try (Feed<New> feed = now.follow(before)) {
                assertThat(CollectionContract.changes(feed.next(10, Duration.ofSeconds(10))))
                        .extracting(change -> change.value().orElseThrow())
                        .containsExactly(new New(1, null), new New(2, null), new New(3, null));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void feeds_of_both_tell_of_the_writes_of_both(Storage storage) throws Exception {
        try (Documents documents = open()) {
            var old = counts(documents, Old.class, storage);
            long from = old.sequence();
            try (Feed<Old> before = old.follow(from)) {
                old.put(A, new Old(1));
                var now = counts(documents, New.class, storage);
                now.put(A, new New(2, "x"));
                try (Feed<New> after = now.follow(from)) {
                    assertThat(values(before, 2)).containsExactly(new Old(1), new Old(2));
                    assertThat(values(after, 2)).containsExactly(new New(1, null), new New(2, "x"));
                }
            }
        }
    }

    private static <T> List<T> values(Feed<T> feed, int count) throws InterruptedException {
        List<T> values = new ArrayList<>();
        while (values.size() < count) {
            if (!(feed.next(10, Duration.ofSeconds(10)) instanceof Feed.PollResult.Changes<T>(var changes))) break;
            if (changes.isEmpty()) break;
            changes.forEach(change -> values.add(change.value().orElseThrow()));
        }
        return values;
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void writers_in_both_forms_lose_no_update(Storage storage) throws Exception {
        try (Documents documents = open();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var old = counts(documents, Old.class, storage);
            old.put(A, new Old(0));
            var now = counts(documents, New.class, storage);
            List<Future<?>> running = new ArrayList<>();
            for (int n = 0; n < 100; n++) {
                running.add(threads.submit(() -> old.update(A, it -> new Old(it.count() + 1))));
                running.add(threads.submit(() -> now.update(A, it -> new New(it.count() + 1, "x"))));
            }
            for (Future<?> each : running) each.get();
            assertThat(now.get(A).orElseThrow().value().count()).isEqualTo(200);
            assertThat(now.get(A).orElseThrow().version()).isEqualTo(new Version(201));
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void what_does_not_fit_the_new_class_is_told_and_not_lost(Storage storage) throws Exception {
        try (Documents documents = open()) {
            counts(documents, Old.class, storage).put(A, new Old(7));
            var unlike = counts(documents, Unlike.class, storage);
            documents.settle();
            assertThatThrownBy(() -> unlike.get(A))
                    .isInstanceOf(StateMismatchException.class)
                    .hasMessageContaining("Unlike");
            var json = documents.collection("counts", StateForm.json(), policy(storage));
            assertThat(json.get(A).orElseThrow().value().toString()).isEqualTo("{\"count\":7}");
            assertThat(unlike.put(A, new Unlike(List.of()))).isInstanceOf(Write.Stored.class);
            assertThat(unlike.get(A).orElseThrow().value()).isEqualTo(new Unlike(List.of()));
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void the_last_policy_counts(Storage storage) throws Exception {
        try (Documents documents = open()) {
            counts(documents, Old.class, storage).put(A, new Old(1));
            var strict = documents.collection(
                    "counts", StateForm.of(Old.class, CODEC), policy(storage).withStrict(true));
            assertThat(strict.put(A, new Old(2))).isInstanceOf(Write.Unnamed.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void another_storage_is_refused(Storage storage) throws Exception {
        try (Documents documents = open()) {
            counts(documents, Old.class, storage);
            Storage other = storage == Storage.MEMORY ? Storage.DURABLE : Storage.MEMORY;
            assertThatThrownBy(() -> counts(documents, Old.class, other))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("restart the server to change its storage");
        }
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void a_transaction_uses_a_collection_in_one_form(Storage storage) throws Exception {
        try (Documents documents = open()) {
            var old = counts(documents, Old.class, storage);
            old.put(A, new Old(1));
            var now = counts(documents, New.class, storage);
            documents.transaction(transaction -> {
                transaction.put(
                        old,
                        A,
                        new Old(transaction.get(old, A).orElseThrow().value().count() + 1));
                return true;
            });
            assertThat(now.get(A).orElseThrow().value().count()).isEqualTo(2);
            assertThatThrownBy(() -> documents.transaction(transaction -> {
                        transaction.get(old, A);
                        return transaction.get(now, A);
                    }))
                    .hasMessageContaining("opened twice with different types");
        }
    }
}
