package vesper.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.codec.Codec;
import vesper.testing.Eventually;

/** Behaviour that all collections share, in every storage. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
abstract class CollectionContract {
    static final DocumentId A = new DocumentId("a");
    static final DocumentId B = new DocumentId("b");
    static final Version V1 = new Version(1);
    static final Version V2 = new Version(2);
    static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    static final Duration NO_WAIT = Duration.ZERO;

    final ManualClock clock = new ManualClock(NOON);
    final Codec codec = new Codec(false);
    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Documents documents;
    DocumentCollection<Note> notes;

    abstract Documents open(DocumentsOptions options) throws Exception;

    abstract CollectionPolicy policy();

    /**
     * Makes the shared log, if there is one, forget the names of attempts. A real log does so long before a collection
     * forgets keys.
     */
    void passNames(String collection) {
        // There is no log.
    }

    @BeforeEach
    void open() throws Exception {
        documents = open(DocumentsOptions.DEFAULTS.withLongestUpdateWait(Duration.ofSeconds(20)));
        notes = documents.collection("notes", StateForm.of(Note.class, codec), policy());
    }

    @AfterEach
    void close() {
        documents.close();
        threads.close();
    }

    DocumentCollection<Note> collection(String name, CollectionPolicy policy) {
        return documents.collection(name, StateForm.of(Note.class, codec), policy);
    }

    static Note note(String text) {
        return new Note(text, 0);
    }

    /** The outcome of storing the first version of a document, or a later version of an existing one. */
    static Write stored(DocumentId id, long version) {
        return new Write.Stored(id, new Version(version), NOON, version == 1);
    }

    static Write createdAgain(DocumentId id, long version) {
        return new Write.Stored(id, new Version(version), NOON, true);
    }

    @Test
    void a_document_is_created_once() {
        assertThat(notes.create(A, note("first"))).isEqualTo(stored(A, 1));
        assertThat(notes.create(A, note("second"))).isEqualTo(new Write.Exists(V1));
        assertThat(notes.get(A)).contains(new Document<>(A, V1, NOON, note("first")));
        assertThat(notes.get(B)).isEmpty();
    }

    @Test
    void a_write_against_an_old_version_is_refused_and_names_the_current_one() {
        notes.create(A, note("1"));
        assertThat(notes.put(A, V1, note("2"))).isEqualTo(stored(A, 2));
        assertThat(notes.put(A, V1, note("3"))).isEqualTo(new Write.Stale(V1, V2));
        assertThat(notes.delete(A, V1)).isEqualTo(new Write.Stale(V1, V2));
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("2"));
    }

    @Test
    void a_put_without_a_version_stores_whatever_is_there() {
        assertThat(notes.put(A, note("1"))).isEqualTo(stored(A, 1));
        assertThat(notes.put(A, note("2"))).isEqualTo(stored(A, 2));
        assertThat(notes.put(B, V1, note("3"))).isEqualTo(new Write.Missing());
        assertThat(notes.put(B, Version.NONE, note("3"))).isEqualTo(stored(B, 1));
        assertThat(notes.put(B, Version.NONE, note("4"))).isEqualTo(new Write.Stale(Version.NONE, V1));
    }

    @Test
    void a_deletion_is_a_version_and_what_is_created_after_it_goes_on_counting() {
        notes.create(A, note("1"));
        assertThat(notes.delete(A)).isEqualTo(stored(A, 2));
        assertThat(notes.get(A)).isEmpty();
        assertThat(notes.version(A)).isEqualTo(V2);
        assertThat(notes.delete(A)).isEqualTo(new Write.Missing());
        assertThat(notes.count()).isZero();
        assertThat(notes.create(A, note("3"))).isEqualTo(createdAgain(A, 3));
        assertThat(notes.count()).isOne();
    }

    @Test
    void a_strict_collection_wants_the_version() {
        DocumentCollection<Note> strict = collection("strict", policy().withStrict(true));
        assertThat(strict.put(A, note("1"))).isEqualTo(stored(A, 1));
        assertThat(strict.put(A, note("2"))).isEqualTo(new Write.Unnamed(V1));
        assertThat(strict.delete(A)).isEqualTo(new Write.Unnamed(V1));
        assertThat(strict.update(A, old -> note("2"))).isEqualTo(new Write.Unnamed(V1));
        assertThat(strict.update(A, V1, old -> note("2"))).isEqualTo(stored(A, 2));
        assertThat(strict.delete(A, V2)).isEqualTo(stored(A, 3));
    }

    @Test
    void an_immutable_document_can_only_be_deleted() {
        DocumentCollection<Note> immutable = collection("immutable", policy().withImmutable(true));
        immutable.create(A, note("1"));
        assertThat(immutable.put(A, note("2"))).isEqualTo(new Write.Immutable(V1));
        assertThat(immutable.update(A, old -> note("2"))).isEqualTo(new Write.Immutable(V1));
        assertThat(immutable.delete(A)).isEqualTo(stored(A, 2));
    }

    @Test
    void a_value_that_breaks_the_rules_is_refused_with_all_reasons() {
        List<Refusal> reasons = List.of(new Refusal("/text", "is empty"), new Refusal("/count", "is 0"));
        DocumentCollection<Note> ruled = documents.collection(
                "ruled",
                StateForm.of(Note.class, codec),
                policy(),
                value -> value.text().isEmpty() ? reasons : List.of());
        assertThat(ruled.create(A, note(""))).isEqualTo(new Write.Refused(reasons));
        assertThat(ruled.create(A, note("x"))).isEqualTo(stored(A, 1));
        assertThat(ruled.update(A, old -> note(""))).isEqualTo(new Write.Refused(reasons));
    }

    @Test
    void a_text_that_is_too_large_is_refused() {
        DocumentCollection<JsonText> free = documents.collection("free", StateForm.json(), policy().withMaxBytes(10));
        assertThat(free.put(A, JsonText.written("[1,2,3,4,5]".getBytes()))).isEqualTo(new Write.TooLarge(11, 10));
        assertThat(free.put(A, JsonText.written("[1,2,3,45]".getBytes()))).isEqualTo(stored(A, 1));
        assertThat(free.get(A).orElseThrow().value()).hasToString("[1,2,3,45]");
    }

    /** A mutable state. */
    public static final class Tally {
        public int count;
    }

    @Test
    void what_others_can_change_is_copied_in_and_out() {
        DocumentCollection<Tally> tallies = documents.collection("tallies", StateForm.of(Tally.class, codec), policy());
        var tally = new Tally();
        tally.count = 1;
        tallies.create(A, tally);
        tally.count = 2;
        Tally read = tallies.get(A).orElseThrow().value();
        assertThat(read.count).isOne();
        read.count = 3;
        assertThat(tallies.get(A).orElseThrow().value().count).isOne();
    }

    @Test
    void an_update_stores_what_its_function_makes_of_the_current_value() {
        notes.create(A, new Note("n", 1));
        assertThat(notes.update(A, old -> new Note(old.text(), old.count() + 1)))
                .isEqualTo(stored(A, 2));
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(new Note("n", 2));
        assertThat(notes.update(A, V1, old -> note("x"))).isEqualTo(new Write.Stale(V1, V2));
        assertThat(notes.update(B, old -> note("x"))).isEqualTo(new Write.Missing());
    }

    @Test
    void a_decision_creates_deletes_refuses_or_leaves_as_it_is() {
        List<Refusal> reasons = List.of(new Refusal("", "not today"));
        assertThat(notes.decide(A, Optional.empty(), none -> new Next.Stored<>(note("new"))))
                .isEqualTo(stored(A, 1));
        assertThat(notes.decide(A, Optional.empty(), there -> new Next.Refused<>(reasons)))
                .isEqualTo(new Write.Refused(reasons));
        assertThat(notes.decide(A, Optional.of(V1), there -> new Next.Unchanged<>()))
                .isEqualTo(new Write.Unchanged(V1));
        assertThat(notes.decide(A, Optional.of(V1), there -> new Next.Deleted<>()))
                .isEqualTo(stored(A, 2));
        assertThat(notes.decide(A, Optional.empty(), there -> new Next.Deleted<>()))
                .isEqualTo(new Write.Missing());
        assertThat(notes.decide(A, Optional.of(V1), there -> new Next.Unchanged<>()))
                .isEqualTo(new Write.Missing());
        assertThat(notes.decide(A, Optional.of(V2), there -> new Next.Stored<>(note("late"))))
                .isEqualTo(new Write.Missing());
        assertThat(notes.get(A)).isEmpty();
    }

    @Test
    void versions_are_in_the_order_of_their_times_although_the_clock_is_set_back() {
        notes.create(A, note("1"));
        clock.pass(Duration.ofHours(-1));
        assertThat(notes.put(A, note("2"))).isEqualTo(stored(A, 2));
        assertThat(notes.get(A)).contains(new Document<>(A, V2, NOON, note("2")));
    }

    @Test
    void an_update_that_throws_changes_nothing() {
        notes.create(A, note("1"));
        assertThatThrownBy(() -> notes.update(A, old -> {
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        assertThat(notes.put(A, V1, note("2"))).isEqualTo(stored(A, 2));
    }

    @Test
    void updates_of_a_document_take_turns_and_none_is_lost() throws Exception {
        notes.create(A, note(""));
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        List<Future<?>> updates = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            updates.add(threads.submit(() -> {
                for (int n = 0; n < 50; n++) {
                    notes.update(A, old -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.yield();
                        inside.decrementAndGet();
                        return new Note("", old.count() + 1);
                    });
                }
            }));
        }
        for (Future<?> update : updates) update.get();
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(400);
        assertThat(notes.version(A)).isEqualTo(new Version(401));
        assertThat(most).hasValue(1);
    }

    @Test
    void a_write_waits_for_an_update_of_the_document_and_others_do_not() throws Exception {
        notes.create(A, note("1"));
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Future<Write> update = threads.submit(() -> notes.update(A, old -> {
            begun.countDown();
            awaited(goOn);
            return note("2");
        }));
        begun.await();
        Future<Write> put = threads.submit(() -> notes.put(A, note("3")));
        assertThat(notes.put(B, note("b"))).isEqualTo(stored(B, 1));
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("1"));
        goOn.countDown();
        assertThat(update.get()).isEqualTo(stored(A, 2));
        assertThat(put.get()).isEqualTo(stored(A, 3));
    }

    static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void an_update_may_write_other_documents_and_not_its_own() {
        notes.create(A, note("1"));
        assertThat(notes.update(A, old -> {
                    notes.put(B, note("of a"));
                    return note("2");
                }))
                .isEqualTo(stored(A, 2));
        assertThat(notes.get(B)).isPresent();
        assertThatThrownBy(() -> notes.update(A, old -> {
                    notes.put(A, note("me"));
                    return note("3");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> notes.update(A, old -> {
                    notes.update(A, older -> note("me"));
                    return note("3");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(notes.version(A)).isEqualTo(V2);
    }

    @Test
    void updates_that_wait_for_each_other_end_at_once_and_one_of_them_is_told() throws Exception {
        notes.create(A, note("a"));
        notes.create(B, note("b"));
        var both = new CountDownLatch(2);
        List<Write> inner = new ArrayList<>();
        Future<Write> ab = threads.submit(() -> crossing(A, B, both, inner));
        Future<Write> ba = threads.submit(() -> crossing(B, A, both, inner));
        assertThat(ab.get()).isInstanceOf(Write.Stored.class);
        assertThat(ba.get()).isInstanceOf(Write.Stored.class);
        assertThat(inner).contains(new Write.Deadlocked()).hasSize(2);
    }

    private Write crossing(DocumentId own, DocumentId other, CountDownLatch both, List<Write> inner) {
        return notes.update(own, old -> {
            both.countDown();
            awaited(both);
            Write write = notes.update(other, older -> note("crossed"));
            synchronized (inner) {
                inner.add(write);
            }
            return note("own");
        });
    }

    @Test
    void a_write_that_waits_too_long_for_its_turn_is_told_so() throws Exception {
        documents.close();
        documents = open(DocumentsOptions.DEFAULTS.withLongestUpdateWait(Duration.ofMillis(20)));
        notes = collection("notes", policy());
        notes.create(A, note("1"));
        var goOn = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        Future<Write> update = threads.submit(() -> notes.update(A, old -> {
            begun.countDown();
            awaited(goOn);
            return note("2");
        }));
        begun.await();
        assertThat(notes.put(A, note("3"))).isEqualTo(new Write.Busy());
        assertThat(notes.update(A, old -> note("3"))).isEqualTo(new Write.Busy());
        goOn.countDown();
        assertThat(update.get()).isEqualTo(stored(A, 2));
    }

    @Test
    void a_create_with_a_key_has_the_outcome_that_it_had() {
        var key = new IdempotencyKey("attempt-1");
        assertThat(notes.create(A, note("1"), key)).isEqualTo(stored(A, 1));
        notes.put(A, note("2"));
        assertThat(notes.create(B, note("other"), key)).isEqualTo(stored(A, 1));
        assertThat(notes.get(B)).isEmpty();
        clock.pass(CollectionPolicy.KEY_LIFE);
        passNames("notes");
        assertThat(notes.create(B, note("other"), key)).isInstanceOf(Write.Stored.class);
        assertThat(notes.get(B)).isPresent();
    }

    @Test
    void attempts_with_one_key_at_the_same_time_create_one_document() throws Exception {
        var key = new IdempotencyKey("k");
        List<Future<Write>> attempts = IntStream.range(0, 20)
                .mapToObj(i -> threads.submit(() -> notes.create(new DocumentId("n" + i), note("x"), key)))
                .toList();
        Write first = attempts.getFirst().get();
        for (Future<Write> attempt : attempts) assertThat(attempt.get()).isEqualTo(first);
        assertThat(notes.count()).isOne();
    }

    private static IdempotencyKey keyOf(String text, String request) {
        return IdempotencyKey.of(text, List.of(request), request.getBytes(UTF_8));
    }

    private Write once(IdempotencyKey key, Request<Note> request) {
        return notes.onceAsync(key, request).join();
    }

    private Write addOnce(IdempotencyKey key, DocumentId id) {
        return notes.decideOnce(
                key,
                id,
                Optional.empty(),
                current -> current.<Next<Note>>map(there ->
                                new Next.Stored<>(new Note("", there.value().count() + 1)))
                        .orElseGet(Next.Unchanged::new));
    }

    @Test
    void every_write_with_a_key_is_done_once_and_has_the_outcome_that_it_had() {
        var put = keyOf("k1", "put");
        assertThat(once(put, new Request.Put<>(A, Optional.empty(), new Note("", 1))))
                .isEqualTo(stored(A, 1));
        assertThat(once(put, new Request.Put<>(A, Optional.empty(), new Note("", 1))))
                .isEqualTo(stored(A, 1));
        var named = keyOf("k2", "put again");
        assertThat(once(named, new Request.Put<>(A, Optional.of(V1), new Note("", 5))))
                .isEqualTo(stored(A, 2));
        assertThat(once(named, new Request.Put<>(A, Optional.of(V1), new Note("", 5))))
                .isEqualTo(stored(A, 2));
        var add = keyOf("k3", "add");
        assertThat(addOnce(add, A)).isEqualTo(stored(A, 3));
        assertThat(addOnce(add, A)).isEqualTo(stored(A, 3));
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(6);
        var delete = keyOf("k4", "delete");
        assertThat(once(delete, new Request.Delete<>(A, Optional.empty()))).isEqualTo(stored(A, 4));
        assertThat(once(delete, new Request.Delete<>(A, Optional.empty()))).isEqualTo(stored(A, 4));
        assertThat(notes.version(A)).isEqualTo(new Version(4));
    }

    @Test
    void what_stored_nothing_is_tried_again_with_its_key() {
        var add = keyOf("k", "add");
        assertThat(addOnce(add, A)).isEqualTo(new Write.Missing());
        notes.create(A, new Note("", 1));
        assertThat(addOnce(add, A)).isEqualTo(stored(A, 2));
    }

    @Test
    void a_key_belongs_to_one_request() {
        var create = new IdempotencyKey("k");
        assertThat(notes.create(A, note("1"), create)).isEqualTo(stored(A, 1));
        assertThat(once(keyOf("k", "put"), new Request.Put<>(A, Optional.empty(), note("2"))))
                .isEqualTo(new Write.KeyUsed());
        assertThat(addOnce(keyOf("k", "add"), A)).isEqualTo(new Write.KeyUsed());
        assertThat(notes.outcomeOf(keyOf("k", "put")).orElseThrow().join()).isEqualTo(new Write.KeyUsed());
        assertThat(notes.version(A)).isEqualTo(V1);
    }

    @Test
    void decisions_with_one_key_at_the_same_time_are_made_once() throws Exception {
        notes.create(A, new Note("", 0));
        var key = keyOf("k", "add");
        List<Future<Write>> attempts = IntStream.range(0, 20)
                .mapToObj(_ -> threads.submit(() -> addOnce(key, A)))
                .toList();
        for (Future<Write> attempt : attempts) assertThat(attempt.get()).isEqualTo(stored(A, 2));
        assertThat(notes.get(A).orElseThrow().value().count()).isOne();
    }

    @Test
    void keys_of_the_platform_push_out_none_of_clients() {
        DocumentCollection<Note> few = collection("few", policy().withFirstOutcomes(2));
        few.create(A, note("x"), new IdempotencyKey("client"));
        for (int i = 0; i < 5; i++) {
            few.create(new DocumentId("n" + i), note("x"), new IdempotencyKey(IdempotencyKey.OWN_PREFIX + i));
        }
        assertThat(few.create(B, note("x"), new IdempotencyKey("client"))).isEqualTo(stored(A, 1));
    }

    @Test
    void only_so_many_keys_are_known() {
        DocumentCollection<Note> few = collection("few", policy().withFirstOutcomes(2));
        for (int i = 0; i < 3; i++) few.create(new DocumentId("n" + i), note("x"), new IdempotencyKey("k" + i));
        for (int i : new int[] {1, 2}) {
            assertThat(few.create(A, note("x"), new IdempotencyKey("k" + i)))
                    .isEqualTo(stored(new DocumentId("n" + i), 1));
        }
        passNames("few");
        assertThat(few.create(A, note("x"), new IdempotencyKey("k0"))).isEqualTo(stored(A, 1));
    }

    @Test
    void documents_are_listed_in_the_order_of_their_ids() {
        for (int i : new int[] {30, 10, 20, 50, 40}) notes.create(new DocumentId("n" + i), note("" + i));
        notes.delete(new DocumentId("n20"));
        Page<Document<Note>, DocumentId> first = notes.list(Optional.empty(), 2);
        assertThat(first.items()).extracting(each -> each.id().text()).containsExactly("n10", "n30");
        Page<Document<Note>, DocumentId> second = notes.list(first.next(), 2);
        assertThat(second.items()).extracting(each -> each.id().text()).containsExactly("n40", "n50");
        second.next()
                .ifPresent(last ->
                        assertThat(notes.list(Optional.of(last), 2).items()).isEmpty());
        assertThat(notes.list(Optional.of(new DocumentId("n31")), 1).items())
                .extracting(each -> each.id().text())
                .containsExactly("n40");
        assertThatThrownBy(() -> notes.list(Optional.empty(), 1001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_full_page_of_ids_leads_to_the_next() {
        for (int i = 1; i <= 5; i++) notes.create(new DocumentId("n" + i), note("" + i));
        List<String> listed = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<DocumentId, DocumentId> page = notes.ids(after, 2);
            page.items().forEach(id -> listed.add(id.text()));
            sizes.add(page.items().size());
            after = page.next();
        } while (after.isPresent());
        assertThat(listed).containsExactly("n1", "n2", "n3", "n4", "n5");
        assertThat(sizes).containsExactly(2, 2, 1);
    }

    @Test
    void a_listing_of_many_has_each_document_once_while_others_come() throws Exception {
        List<Write> created = notes.writeAll(IntStream.range(0, 5000)
                .mapToObj(i -> (Request<Note>) new Request.Create<>(new DocumentId("d" + (i * 7919) % 5000), note("x")))
                .toList());
        assertThat(created).allMatch(write -> write instanceof Write.Stored);
        Future<?> others = threads.submit(() -> {
            for (int i = 0; i < 2000; i++) notes.create(new DocumentId("e" + i), note("y"));
        });
        List<String> listed = new ArrayList<>();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<Document<Note>, DocumentId> page = notes.list(after, 100);
            page.items().forEach(each -> listed.add(each.id().text()));
            after = page.next();
        } while (after.isPresent());
        others.get();
        assertThat(listed).isSorted().doesNotHaveDuplicates();
        assertThat(listed.stream().filter(each -> each.startsWith("d"))).hasSize(5000);
        assertThat(notes.count()).isEqualTo(7000);
    }

    @Test
    void writes_of_a_batch_have_an_outcome_each() {
        notes.create(B, note("b"));
        List<Request<Note>> batch = List.of(
                new Request.Create<>(A, note("1")),
                new Request.Create<>(A, note("2")),
                new Request.Put<>(B, Optional.of(V1), note("b2")),
                new Request.Delete<>(A, Optional.empty()));
        assertThat(notes.writeAll(batch))
                .containsExactly(stored(A, 1), new Write.Exists(V1), stored(B, 2), stored(A, 2));
        assertThat(notes.writeAllAsync(batch.subList(0, 1)).join()).containsExactly(createdAgain(A, 3));
    }

    @Test
    void writes_that_nobody_waits_for_are_in_the_order_of_their_calls() {
        List<CompletableFuture<Write>> writes = new ArrayList<>();
        for (int i = 1; i <= 100; i++) writes.add(notes.putAsync(A, new Version(i - 1), new Note("", i)));
        writes.add(notes.putAsync(A, V1, note("stale")));
        writes.add(notes.createAsync(A, note("exists")));
        writes.add(notes.decideAsync(
                A,
                Optional.empty(),
                there -> new Next.Stored<>(
                        new Note("", there.orElseThrow().value().count() + 1))));
        writes.add(notes.deleteAsync(A, new Version(101)));
        for (int i = 1; i <= 100; i++) assertThat(writes.get(i - 1).join()).isEqualTo(stored(A, i));
        assertThat(writes.get(100).join()).isEqualTo(new Write.Stale(V1, new Version(100)));
        assertThat(writes.get(101).join()).isEqualTo(new Write.Exists(new Version(100)));
        assertThat(writes.get(102).join()).isEqualTo(stored(A, 101));
        assertThat(writes.get(103).join()).isEqualTo(stored(A, 102));
    }

    @Test
    void what_has_lived_its_time_is_gone_and_becomes_a_deletion() {
        DocumentCollection<Note> mayflies = collection("mayflies", policy().withTimeToLive(Duration.ofSeconds(10)));
        mayflies.create(A, note("1"));
        mayflies.create(B, note("1"));
        clock.pass(Duration.ofSeconds(9));
        assertThat(mayflies.get(A)).isPresent();
        mayflies.put(B, note("2"));
        clock.pass(Duration.ofSeconds(1));
        assertThat(mayflies.get(A)).isEmpty();
        assertThat(mayflies.put(A, V1, note("late"))).isEqualTo(new Write.Missing());
        assertThat(mayflies.get(B)).isPresent();
        Eventually.until("it is deleted", () -> mayflies.version(A).equals(V2));
        assertThat(mayflies.versions(A, Optional.empty(), 1).items().getFirst().action())
                .isEqualTo(Action.EXPIRED);
        assertThat(mayflies.count()).isOne();
    }

    @Test
    void a_feed_tells_every_version_once_in_order() throws Exception {
        long before = notes.sequence();
        notes.create(A, note("1"));
        notes.put(B, note("b"));
        notes.put(A, note("2"));
        notes.delete(A);
        try (Feed<Note> feed = notes.follow(before);
                Feed<Note> onlyA = notes.follow(A, before)) {
            List<Change<Note>> changes = changes(feed.next(10, NO_WAIT));
            assertThat(changes)
                    .extracting(each -> each.id().text() + each.version().number() + each.action())
                    .containsExactly("a1CREATED", "b1CREATED", "a2REPLACED", "a3DELETED");
            assertThat(changes).extracting(Change::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(changes.get(2).value()).contains(note("2"));
            assertThat(changes.get(3).value()).isEmpty();
            assertThat(changes(feed.next(10, NO_WAIT))).isEmpty();
            assertThat(changes(onlyA.next(2, NO_WAIT)))
                    .extracting(Change::version)
                    .containsExactly(V1, V2);
            long position = onlyA.position();
            try (Feed<Note> resumed = notes.follow(A, position)) {
                assertThat(changes(resumed.next(2, NO_WAIT)))
                        .extracting(Change::version)
                        .containsExactly(new Version(3));
            }
        }
    }

    static <T> List<Change<T>> changes(Feed.PollResult<T> result) {
        return switch (result) {
            case Feed.PollResult.Changes<T>(var changes) -> changes;
            case Feed.PollResult.Gone<T> gone -> throw new AssertionError(gone);
        };
    }

    @Test
    void a_feed_waits_for_what_comes() throws Exception {
        try (Feed<Note> feed = notes.follow(notes.sequence())) {
            Future<List<Change<Note>>> next = threads.submit(() -> changes(feed.next(10, Duration.ofSeconds(30))));
            notes.create(A, note("1"));
            assertThat(next.get()).hasSize(1);
        }
    }

    @Test
    void a_change_wakes_a_feed_that_waits() throws Exception {
        var told = new CompletableFuture<List<Change<Note>>>();
        try (Feed<Note> feed = notes.follow(notes.sequence())) {
            Thread reader = Thread.ofVirtual().start(() -> {
                try {
                    told.complete(changes(feed.next(10, Duration.ofHours(1))));
                } catch (InterruptedException | AssertionError failure) {
                    told.completeExceptionally(failure);
                }
            });
            Eventually.until("it waits", () -> reader.getState() == Thread.State.TIMED_WAITING);
            notes.create(A, note("1"));
            assertThat(told)
                    .succeedsWithin(Duration.ofSeconds(30))
                    .satisfies(changes -> assertThat(changes).hasSize(1));
            reader.join();
        }
    }

    @Test
    void a_thousand_followers_are_all_told_everything() throws Exception {
        List<Future<Integer>> followers = new ArrayList<>();
        long before = notes.sequence();
        int changes = 300;
        for (int i = 0; i < 1000; i++) {
            followers.add(threads.submit(() -> {
                int seen = 0;
                try (Feed<Note> feed = notes.follow(before)) {
                    while (seen < changes) {
                        for (Change<Note> change : changes(feed.next(50, Duration.ofSeconds(30)))) {
                            assertThat(change.version().number()).isEqualTo(++seen);
                        }
                    }
                }
                return seen;
            }));
        }
        for (int i = 0; i < changes; i++) notes.put(A, new Note("", i));
        for (Future<Integer> follower : followers) assertThat(follower.get()).isEqualTo(changes);
    }

    @Test
    void names_that_are_none_are_refused() {
        for (String name : List.of("", "a/b", "..", "ä", "x".repeat(101))) {
            assertThatThrownBy(() -> collection(name, policy())).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
