package vesper.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

class ReplicatedCollectionTest extends CollectionContract {
    private static final Duration SOON = Duration.ofMillis(300);
    /** Long enough for a slow machine. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private static final DocumentsOptions PATIENT = DocumentsOptions.DEFAULTS.withLongestReplication(LONG);

    private static final int LARGE = 500_000;
    /** Number of large notes in 64 MiB. */
    private static final int MOST_LARGE = (64 << 20) / LARGE + 1;

    @TempDir
    Path folder;

    private final LogInMemory log = new LogInMemory();
    private final LogInMemory.Node here = log.node();
    private final LogInMemory.Node there = log.node();
    private final List<Documents> others = new ArrayList<>();

    @Override
    Documents open(DocumentsOptions options) throws IOException {
        return open("here", here, options.withSegmentBytes(1 << 20));
    }

    private Documents open(String name, LogInMemory.Node node, DocumentsOptions options) throws IOException {
        return Documents.ofNode(folder.resolve(name), clock, options, node);
    }

    @Override
    CollectionPolicy policy() {
        return CollectionPolicy.REPLICATED;
    }

    @Override
    void passNames(String collection) {
        log.forgetNames(collection);
    }

    @AfterEach
    void closeOthers() {
        others.forEach(Documents::close);
    }

    /** Opens the same documents on another node. */
    private DocumentCollection<Note> elsewhere() throws IOException {
        Documents other = open("there", there, DocumentsOptions.DEFAULTS);
        others.add(other);
        return other.collection("notes", StateForm.of(Note.class, codec), policy());
    }

    /** Reopens the documents of this node with other options. */
    private void reopen(DocumentsOptions options) throws IOException {
        documents.close();
        documents = open(options);
        notes = collection("notes", policy());
    }

    @Test
    void what_one_node_stores_every_node_has() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, note("1"));
        notes.put(A, note("2"));
        elsewhere.current().join();
        assertThat(elsewhere.sequence()).isEqualTo(notes.sequence());
        assertThat(elsewhere.get(A)).contains(new Document<>(A, V2, NOON, note("2")));
        assertThat(elsewhere.get(A, V1).orElseThrow().value()).isEqualTo(note("1"));
        assertThat(elsewhere.put(A, V2, note("3"))).isEqualTo(stored(A, 3));
        notes.current().join();
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("3"));
        assertThat(elsewhere.sequence()).isLessThanOrEqualTo(notes.sequence());
    }

    @Test
    void a_write_against_what_another_node_has_changed_is_refused() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, note("1"));
        elsewhere.current().join();
        // The other node receives nothing, so it does not know the version that the write should lose against.
        there.cut(true);
        notes.put(A, note("2"));
        CompletableFuture<Write> late = elsewhere.putAsync(A, V1, note("mine"));
        there.cut(false);
        assertThat(late.join()).isEqualTo(new Write.Stale(V1, V2));
    }

    @Test
    void what_a_node_has_not_heard_of_yet_refuses_nothing() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        var b = new DocumentId("b");
        notes.create(A, note("1"));
        notes.create(b, note("1"));
        elsewhere.current().join();
        there.deafen(true);
        var c = new DocumentId("c");
        notes.put(A, note("2"));
        notes.delete(b);
        notes.create(c, note("1"));
        CompletableFuture<Write> named = elsewhere.putAsync(A, V2, note("3"));
        CompletableFuture<Write> created = elsewhere.createAsync(b, note("2"));
        CompletableFuture<Write> deleted = elsewhere.deleteAsync(c);
        there.deafen(false);
        assertThat(named.join()).isEqualTo(stored(A, 3));
        assertThat(created.join()).isInstanceOf(Write.Stored.class);
        assertThat(deleted.join()).isInstanceOf(Write.Stored.class);
    }

    @Test
    void what_stores_nothing_is_decided_of_what_the_whole_cluster_knows() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, note("draft"));
        elsewhere.current().join();
        there.deafen(true);
        notes.put(A, note("confirmed"));
        Future<Write> shipped = threads.submit(() -> elsewhere.update(A, order -> {
            if (order.text().equals("draft")) throw new IllegalStateException("not confirmed");
            return note("shipped");
        }));
        Future<Write> updated = threads.submit(() -> elsewhere.update(new DocumentId("b"), it -> note("2")));
        there.deafen(false);
        assertThat(shipped.get()).isEqualTo(stored(A, 3));
        assertThat(updated.get()).isEqualTo(new Write.Missing());
        assertThatThrownBy(() -> elsewhere.update(A, order -> {
                    throw new IllegalStateException("not wanted");
                }))
                .hasMessage("not wanted");
    }

    @Test
    void without_the_cluster_nobody_knows_what_stands_against_a_write() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.create(A, note("1"));
        here.cut(true);
        assertThat(notes.create(A, note("2"))).isEqualTo(new Write.Busy());
        assertThat(notes.update(new DocumentId("b"), it -> it)).isEqualTo(new Write.Busy());
        assertThat(notes.put(A, new Version(7), note("2"))).isEqualTo(new Write.Busy());
    }

    @Test
    void updates_on_several_nodes_are_all_counted() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, new Note("count", 0));
        elsewhere.current().join();
        List<Future<?>> writers = new ArrayList<>();
        for (DocumentCollection<Note> each : List.of(notes, elsewhere, notes, elsewhere)) {
            writers.add(threads.submit(() -> {
                for (int i = 0; i < 50; i++) {
                    Write write = each.update(A, it -> new Note(it.text(), it.count() + 1));
                    assertThat(write).isInstanceOf(Write.Stored.class);
                }
            }));
        }
        for (Future<?> writer : writers) writer.get();
        notes.current().join();
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(200);
        assertThat(notes.version(A)).isEqualTo(new Version(201));
        assertThat(notes.versions(A, Optional.empty(), 1000).items())
                .extracting(info -> info.version().number())
                .containsExactlyElementsOf(IntStream.iterate(201, n -> n > 101, n -> n - 1)
                        .mapToObj(Long::valueOf)
                        .toList());
    }

    @Test
    void an_answer_that_is_lost_is_found_out() throws Exception {
        log.lostAnswers.set(1);
        assertThat(notes.create(A, note("1"))).isEqualTo(stored(A, 1));
        log.lostAppends.set(1);
        assertThat(notes.put(A, note("2"))).isEqualTo(stored(A, 2));
        assertThat(notes.versions(A, Optional.empty(), 10).items()).hasSize(2);
    }

    @Test
    void what_nobody_answers_to_is_unsure_and_reads_go_on() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.create(A, note("1"));
        here.cut(true);
        assertThat(notes.put(A, note("2"))).isEqualTo(new Write.OutcomeUnknown());
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("1"));
        assertThatThrownBy(() -> notes.current().join()).isInstanceOf(CompletionException.class);
        here.cut(false);
        Eventually.until("it is stored again", () -> notes.put(A, note("3")) instanceof Write.Stored);
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("3"));
    }

    private static Note oneMore(Note before) {
        return new Note(before.text(), before.count() + 1);
    }

    @Test
    void who_waits_for_a_turn_while_the_log_is_silent_gives_up_with_the_first() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.create(A, note("1"));
        here.cut(true);
        var decided = new AtomicInteger();
        long begun = System.nanoTime();
        List<Future<Write>> updates = IntStream.range(0, 20)
                .mapToObj(_ -> threads.submit(() -> notes.update(A, it -> {
                    decided.incrementAndGet();
                    return oneMore(it);
                })))
                .toList();
        for (Future<Write> update : updates) {
            assertThat(update.get()).isIn(new Write.OutcomeUnknown(), new Write.Busy());
        }
        // If they timed out one after the other, it would take 20 times as long.
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON.multipliedBy(10));
        assertThat(decided).hasValueBetween(1, 5);
        here.cut(false);
        Eventually.until("it is stored again", () -> notes.update(A, it -> oneMore(it)) instanceof Write.Stored);
    }

    @Test
    void what_is_written_within_a_decision_waits_no_longer_than_that() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        DocumentCollection<Note> others = collection("others", policy());
        notes.create(A, note("1"));
        others.create(A, note("1"));
        here.cut(true);
        long begun = System.nanoTime();
        List<Future<Write>> updates = IntStream.range(0, 20)
                .mapToObj(_ -> threads.submit(() -> notes.decide(
                        A,
                        Optional.empty(),
                        _ -> others.update(A, it -> oneMore(it)) instanceof Write.Stored
                                ? new Next.Deleted<>()
                                : new Next.Refused<>(List.of()))))
                .toList();
        for (Future<Write> update : updates) assertThat(update.get()).isEqualTo(new Write.Busy());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON.multipliedBy(10));
    }

    @Test
    void what_one_request_writes_one_after_the_other_ends_with_its_first() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        for (int i = 0; i < 20; i++) notes.create(new DocumentId("n" + i), note("1"));
        here.cut(true);
        var decided = new AtomicInteger();
        List<Write> writes = Documents.asOneRequest(() -> IntStream.range(0, 20)
                .mapToObj(i -> notes.update(new DocumentId("n" + i), it -> {
                    decided.incrementAndGet();
                    return oneMore(it);
                }))
                .toList());
        assertThat(writes.getFirst()).isEqualTo(new Write.OutcomeUnknown());
        assertThat(writes.subList(1, 20)).containsOnly(new Write.Busy());
        assertThat(decided).hasValue(1);
    }

    @Test
    void who_waits_for_a_turn_that_is_long_waits_while_the_log_tells_what_it_is_asked() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.create(A, note("1"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<Write> first = threads.submit(() -> notes.update(A, it -> {
            begun.countDown();
            awaited(go);
            return oneMore(it);
        }));
        awaited(begun);
        Future<Write> second = threads.submit(() -> notes.update(A, ReplicatedCollectionTest::oneMore));
        long until = System.nanoTime() + SOON.multipliedBy(2).toNanos();
        while (System.nanoTime() < until) {
            assertThat(notes.put(B, note("other"))).isInstanceOf(Write.Stored.class);
            Thread.sleep(SOON.dividedBy(20));
        }
        go.countDown();
        assertThat(first.get()).isEqualTo(stored(A, 2));
        assertThat(second.get()).isEqualTo(stored(A, 3));
    }

    @Test
    void so_much_is_under_way_and_no_more_and_it_goes_on_when_that_is_acknowledged() throws Exception {
        // A write that finds no room is refused at once, and those under way stay under way.
        reopen(DocumentsOptions.DEFAULTS
                .withLongestReplication(Duration.ofMinutes(1))
                .withLongestUpdateWait(Duration.ZERO));
        log.hold(here);
        Note large = note("x".repeat(LARGE));
        List<CompletableFuture<Write>> underWay = new ArrayList<>();
        Write refused = null;
        for (int i = 0; refused == null && i < 1000; i++) {
            CompletableFuture<Write> write = notes.createAsync(new DocumentId("n" + i), large);
            if (write.isDone()) refused = write.join();
            else underWay.add(write);
        }
        assertThat(refused).isEqualTo(new Write.Busy());
        assertThat(underWay).hasSizeBetween(MOST_LARGE - 1, MOST_LARGE);
        assertThat(log.heldCount()).isEqualTo(underWay.size());
        assertThat(notes.update(A, it -> it)).isEqualTo(new Write.Busy());
        log.release();
        for (CompletableFuture<Write> write : underWay) assertThat(write.join()).isInstanceOf(Write.Stored.class);
        assertThat(notes.create(A, large)).isEqualTo(stored(A, 1));
    }

    @Test
    void who_waits_for_room_goes_on_when_there_is_some() throws Exception {
        reopen(PATIENT.withLongestUpdateWait(LONG));
        log.hold(here);
        Note large = note("x".repeat(LARGE));
        List<CompletableFuture<Write>> underWay = new ArrayList<>();
        Future<Integer> writing = threads.submit(() -> {
            for (int i = 0; i < MOST_LARGE + 10; i++) {
                underWay.add(notes.createAsync(new DocumentId("n" + i), large));
            }
            return underWay.size();
        });
        Eventually.until("it is full", () -> log.heldCount() >= MOST_LARGE - 1);
        assertThat(writing).isNotDone();
        log.release();
        assertThat(writing.get()).isEqualTo(MOST_LARGE + 10);
        for (CompletableFuture<Write> write : underWay) assertThat(write.join()).isInstanceOf(Write.Stored.class);
    }

    @Test
    void a_key_that_the_log_has_forgotten_is_asked_for_by_a_node_that_was_away() throws Exception {
        var key = new IdempotencyKey("k");
        notes.create(A, note("1"), key);
        there.deafen(true);
        DocumentCollection<Note> elsewhere = elsewhere();
        log.forgetNames("notes");
        CompletableFuture<Write> again = elsewhere.createAsync(B, note("1"), key);
        there.deafen(false);
        assertThat(again.join()).isEqualTo(stored(A, 1));
        notes.current().join();
        assertThat(notes.count()).isOne();
    }

    @Test
    void a_key_whose_version_is_kept_no_more_makes_nothing_again_while_the_log_knows_it() throws Exception {
        var key = IdempotencyKey.of("k", List.of("add"), new byte[0]);
        notes.create(A, new Note("", 0));
        Decision<Note> add =
                current -> new Next.Stored<>(oneMore(current.orElseThrow().value()));
        assertThat(notes.decideOnce(key, A, Optional.empty(), add)).isEqualTo(stored(A, 2));
        notes.put(A, new Note("", 7));
        log.trim("notes", notes.sequence() - 1);
        DocumentCollection<Note> elsewhere = elsewhere();
        elsewhere.current().join();
        var decided = new AtomicInteger();
        Write again = elsewhere.decideOnce(key, A, Optional.empty(), current -> {
            decided.incrementAndGet();
            return add.next(current);
        });
        assertThat(again).isEqualTo(new Write.KeyUsed());
        assertThat(decided).hasValue(1);
        assertThat(elsewhere
                        .onceAsync(key, new Request.Put<>(A, Optional.empty(), note("again")))
                        .join())
                .isEqualTo(new Write.KeyUsed());
        assertThat(elsewhere.get(A).orElseThrow()).isEqualTo(new Document<>(A, new Version(3), NOON, new Note("", 7)));
    }

    /**
     * Lets another node change a document before this node receives its own change. The log retains only the newest
     * version.
     */
    private Future<Write> addWhileAnotherDoes(DocumentCollection<Note> elsewhere, int times) throws Exception {
        elsewhere.current().join();
        here.deafen(true);
        Future<Write> mine = threads.submit(() -> notes.update(A, ReplicatedCollectionTest::oneMore));
        Eventually.until(
                "it is on its way",
                () -> log.heldCount() == 1 || elsewhere.version(A).equals(V2));
        for (int i = 0; i < times; i++) elsewhere.update(A, ReplicatedCollectionTest::oneMore);
        log.trim("notes", elsewhere.sequence() - 1);
        here.deafen(false);
        return mine;
    }

    @Test
    void what_was_stored_and_is_kept_no_more_when_it_would_be_told_is_not_made_again() throws Exception {
        reopen(PATIENT);
        notes.create(A, new Note("", 0));
        DocumentCollection<Note> elsewhere = elsewhere();
        assertThat(addWhileAnotherDoes(elsewhere, 1).get()).isEqualTo(stored(A, 2));
        assertThat(notes.get(A).orElseThrow()).isEqualTo(new Document<>(A, new Version(3), NOON, new Note("", 2)));
    }

    @Test
    void nor_is_it_where_the_answer_to_it_was_lost() throws Exception {
        reopen(PATIENT);
        notes.create(A, new Note("", 0));
        DocumentCollection<Note> elsewhere = elsewhere();
        elsewhere.current().join();
        log.lostAnswers.set(1);
        assertThat(addWhileAnotherDoes(elsewhere, 1).get()).isEqualTo(stored(A, 2));
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(2);
    }

    @Test
    void where_the_log_does_not_know_it_any_more_either_nobody_knows_and_nothing_is_made_again() throws Exception {
        reopen(PATIENT);
        notes.create(A, new Note("", 0));
        DocumentCollection<Note> elsewhere = elsewhere();
        elsewhere.current().join();
        // Deliveries need no answer.
        log.lostAnswers.set(Integer.MAX_VALUE);
        here.deafen(true);
        Future<Write> mine = threads.submit(() -> notes.update(A, ReplicatedCollectionTest::oneMore));
        Eventually.until("it is stored", () -> elsewhere.version(A).equals(V2));
        assertThat(elsewhere.update(A, ReplicatedCollectionTest::oneMore)).isEqualTo(stored(A, 3));
        log.trim("notes", elsewhere.sequence() - 1);
        log.forgetNames("notes");
        log.lostAnswers.set(0);
        here.deafen(false);
        assertThat(mine.get()).isEqualTo(new Write.OutcomeUnknown());
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(2);
    }

    @Test
    void what_was_refused_when_it_was_sent_again_may_have_been_stored_before() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(Duration.ofSeconds(2)));
        notes.create(A, new Note("", 0));
        DocumentCollection<Note> elsewhere = elsewhere();
        elsewhere.current().join();
        log.lostAnswers.set(Integer.MAX_VALUE);
        here.deafen(true);
        Future<Write> mine = threads.submit(() -> notes.update(A, ReplicatedCollectionTest::oneMore));
        Eventually.until("it is stored", () -> elsewhere.version(A).equals(V2));
        log.forgetNames("notes");
        log.lostAnswers.set(0);
        assertThat(mine.get()).isEqualTo(new Write.OutcomeUnknown());
    }

    @Test
    void what_the_log_does_not_take_when_it_is_sent_again_may_have_been_stored_before() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(Duration.ofSeconds(2)));
        DocumentCollection<Note> elsewhere = elsewhere();
        log.lostAnswers.set(Integer.MAX_VALUE);
        here.deafen(true);
        Future<Write> mine = threads.submit(() -> notes.put(A, note("x".repeat(2000))));
        Eventually.until("it is stored", () -> elsewhere.version(A).equals(V1));
        log.mostBytes = 1000;
        log.lostAnswers.set(0);
        assertThat(mine.get()).isEqualTo(new Write.OutcomeUnknown());
    }

    @Test
    void who_hears_that_something_was_refused_at_once_may_write_the_same_document_again() throws Exception {
        log.mostBytes = 1000;
        log.hold(here);
        CompletableFuture<Write> first = notes.createAsync(A, note("1"));
        CompletableFuture<Write> behind = notes.putAsync(A, note("x".repeat(2000)));
        CompletableFuture<Write> afterThat = behind.thenCompose(_ -> notes.putAsync(A, note("2")));
        log.release();
        assertThat(first.get()).isEqualTo(stored(A, 1));
        assertThat(behind.get()).isInstanceOf(Write.TooLarge.class);
        assertThat(afterThat.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(stored(A, 2));
    }

    @Test
    void what_was_not_stored_is_made_again_though_the_version_that_it_lost_against_is_kept_no_more() throws Exception {
        reopen(PATIENT);
        notes.create(A, new Note("", 0));
        DocumentCollection<Note> elsewhere = elsewhere();
        log.hold(here);
        Future<Write> mine = addWhileAnotherDoes(elsewhere, 2);
        Eventually.until("it is told", () -> notes.version(A).equals(new Version(3)));
        log.release();
        assertThat(mine.get()).isEqualTo(stored(A, 4));
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(3);
    }

    @Test
    void a_decision_with_a_key_is_made_once_whatever_node_is_asked() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, new Note("", 0));
        elsewhere.current().join();
        var key = IdempotencyKey.of("k", List.of("add"), new byte[0]);
        List<Future<Write>> writes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            DocumentCollection<Note> asked = i % 2 == 0 ? notes : elsewhere;
            writes.add(threads.submit(() -> asked.decideOnce(
                    key,
                    A,
                    Optional.empty(),
                    current -> new Next.Stored<>(oneMore(current.orElseThrow().value())))));
        }
        for (Future<Write> write : writes) assertThat(write.get()).isEqualTo(stored(A, 2));
        var other = IdempotencyKey.of("k", List.of("subtract"), new byte[0]);
        assertThat(elsewhere
                        .onceAsync(other, new Request.Delete<>(A, Optional.empty()))
                        .join())
                .isEqualTo(new Write.KeyUsed());
        notes.current().join();
        assertThat(notes.get(A).orElseThrow().value().count()).isOne();
    }

    @Test
    void a_decision_whose_answer_was_lost_is_found_by_its_key() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.create(A, new Note("", 0));
        notes.current().join();
        here.deafen(true);
        var key = IdempotencyKey.of("k", List.of("add"), new byte[0]);
        Decision<Note> add =
                current -> new Next.Stored<>(oneMore(current.orElseThrow().value()));
        assertThat(notes.decideOnce(key, A, Optional.empty(), add)).isEqualTo(new Write.OutcomeUnknown());
        here.deafen(false);
        Eventually.until(
                "it is found",
                () -> notes.decideOnce(key, A, Optional.empty(), add).equals(stored(A, 2)));
        assertThat(notes.get(A).orElseThrow().value().count()).isOne();
    }

    @Test
    void one_key_creates_one_document_whatever_node_is_asked() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        var key = new IdempotencyKey("k");
        List<Future<Write>> writes = new ArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 20; i++) {
            DocumentCollection<Note> asked = i % 2 == 0 ? notes : elsewhere;
            DocumentId id = new DocumentId("of-" + i);
            writes.add(threads.submit(() -> {
                awaited(go);
                return asked.create(id, note("once"), key);
            }));
        }
        go.countDown();
        List<Write> outcomes = new ArrayList<>();
        for (Future<Write> write : writes) outcomes.add(write.get());
        assertThat(outcomes.stream().distinct()).hasSize(1);
        notes.current().join();
        assertThat(notes.count()).isOne();
    }

    /** Sends requests with one key text to two nodes at the same time, which store different values for it. */
    private void race(IdempotencyKey mine, IdempotencyKey its) throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, note("0"));
        elsewhere.current().join();
        log.hold(there);
        there.deafen(true);
        CompletableFuture<Write> second =
                elsewhere.onceAsync(its, new Request.Put<>(A, Optional.empty(), note("there")));
        assertThat(log.heldCount()).isOne();
        Write first = notes.onceAsync(mine, new Request.Put<>(A, Optional.empty(), note("here")))
                .join();
        assertThat(first).isEqualTo(stored(A, 2));
        there.deafen(false);
        assertThat(second.join()).isEqualTo(mine.equals(its) ? first : new Write.KeyUsed());
        log.release();
        assertThat(elsewhere.get(A).orElseThrow().value()).isEqualTo(note("here"));
        assertThat(elsewhere.update(A, it -> note(it.text() + " and more"))).isEqualTo(stored(A, 3));
        notes.current().join();
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("here and more"));
    }

    @Test
    void what_another_node_made_of_a_request_with_the_same_key_is_what_every_node_has() throws Exception {
        var key = IdempotencyKey.of("k", List.of("ring"), new byte[0]);
        race(key, key);
    }

    @Test
    void a_key_that_another_node_is_using_at_the_same_time_for_something_else_is_used() throws Exception {
        race(
                IdempotencyKey.of("k", List.of("PUT"), new byte[] {1}),
                IdempotencyKey.of("k", List.of("PUT"), new byte[] {2}));
    }

    @Test
    void a_decision_that_another_node_makes_otherwise_at_the_same_time_is_that_of_who_was_first() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.create(A, note("0"));
        elsewhere.current().join();
        var key = IdempotencyKey.of("k", List.of("ring"), new byte[0]);
        log.hold(there);
        there.deafen(true);
        Future<Write> second = threads.submit(
                () -> elsewhere.decideOnce(key, A, Optional.empty(), _ -> new Next.Stored<>(note("there"))));
        Eventually.until("it is on its way", () -> log.heldCount() == 1);
        assertThat(notes.decideOnce(key, A, Optional.empty(), _ -> new Next.Stored<>(note("here"))))
                .isEqualTo(stored(A, 2));
        there.deafen(false);
        assertThat(second.get()).isEqualTo(stored(A, 2));
        log.release();
        assertThat(elsewhere.get(A)).contains(new Document<>(A, V2, NOON, note("here")));
    }

    @Test
    void a_feed_goes_on_at_another_node() throws Exception {
        for (int i = 0; i < 10; i++) notes.put(A, new Note("", i));
        List<Change<Note>> told = new ArrayList<>();
        long position;
        try (Feed<Note> feed = notes.follow(0)) {
            while (told.size() < 5) told.addAll(changes(feed.next(5 - told.size(), Duration.ofSeconds(10))));
            position = feed.position();
        }
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.current().join();
        for (int i = 10; i < 20; i++) elsewhere.put(A, new Note("", i));
        try (Feed<Note> feed = elsewhere.follow(position)) {
            while (told.size() < 20) told.addAll(changes(feed.next(100, Duration.ofSeconds(10))));
        }
        assertThat(told)
                .extracting(change -> change.value().orElseThrow().count())
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
        assertThat(told).extracting(Change::sequence).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_feed_that_is_ahead_of_its_node_waits_for_it() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        there.cut(true);
        notes.create(A, note("1"));
        notes.put(A, note("2"));
        long position = notes.sequence();
        notes.put(A, note("3"));
        there.cut(false);
        try (Feed<Note> feed = elsewhere.follow(position)) {
            assertThat(changes(feed.next(10, Duration.ofSeconds(10))))
                    .extracting(Change::version)
                    .containsExactly(new Version(3));
        }
    }

    @Test
    void a_feed_that_is_ahead_of_its_node_says_that_the_cluster_does_not_answer() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        notes.put(A, note("1"));
        long ahead = notes.sequence() + 1;
        here.cut(true);
        assertThatThrownBy(() -> notes.follow(ahead))
                .isInstanceOf(StorageException.class)
                .hasCauseInstanceOf(SilentLogException.class)
                .hasMessageContaining("nobody answers");
    }

    @Test
    void what_is_current_is_known_though_a_mark_is_lost() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.put(A, note("1"));
        log.lostMarks.set(1);
        elsewhere.current().join();
        assertThat(elsewhere.get(A).orElseThrow().value()).isEqualTo(note("1"));
    }

    @Test
    void a_node_that_was_away_is_told_what_is_kept_and_says_what_is_not() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        notes.put(A, note("1"));
        elsewhere.current().join();
        others.removeFirst().close();
        for (int i = 2; i <= 10; i++) notes.put(A, new Note("", i));
        log.trim("notes", notes.sequence() - 2);
        DocumentCollection<Note> again = elsewhere();
        Eventually.until("it has caught up", () -> again.lag().isPresent());
        assertThat(again.get(A).orElseThrow().version()).isEqualTo(new Version(10));
        assertThat(again.put(A, new Version(10), note("11"))).isEqualTo(stored(A, 11));
        try (Feed<Note> feed = again.follow(1)) {
            assertThat(feed.next(10, NO_WAIT)).isInstanceOf(Feed.PollResult.Gone.class);
        }
    }

    @Test
    void what_was_read_as_it_is_in_the_whole_cluster_has_an_age_that_is_known() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        elsewhere.current().join();
        assertThat(elsewhere.lag()).isPresent();
    }

    @Test
    void what_a_leader_says_that_was_left_by_the_majority_is_as_old_as_that() throws Exception {
        there.answersAge = Duration.ofHours(1);
        DocumentCollection<Note> elsewhere = elsewhere();
        Eventually.until("it was answered", () -> elsewhere.lag().isPresent());
        assertThat(elsewhere.lag().orElseThrow()).isGreaterThan(Duration.ofHours(1));
        there.answersAge = Duration.ZERO;
        Eventually.until(
                "it is heard of by the majority",
                () -> elsewhere.lag().orElseThrow().compareTo(Duration.ofHours(1)) < 0);
    }

    @Test
    void a_leader_whose_log_ends_before_what_was_received_says_nothing_about_the_age() throws Exception {
        DocumentCollection<Note> elsewhere = elsewhere();
        for (int i = 0; i < 5; i++) notes.put(A, new Note("", i));
        elsewhere.current().join();
        others.removeFirst().close();
        there.mostEnd = 1;
        DocumentCollection<Note> again = elsewhere();
        int before = there.ends.get();
        Eventually.until("it has asked twice", () -> there.ends.get() >= before + 2);
        assertThat(again.lag()).isEmpty();
        there.mostEnd = Long.MAX_VALUE;
        Eventually.until("the age is known", () -> again.lag().isPresent());
    }

    @Test
    void a_version_that_is_here_already_comes_from_another_log() {
        notes.create(A, note("1"));
        var another = new SharedLog.Entry(
                A, 1, Action.CREATED, NOON.toEpochMilli(), Optional.empty(), JsonText.written("{}".getBytes(UTF_8)));
        SharedLog.Follower follower = ((ReplicatedCollection<Note>) notes).replication();
        assertThatThrownBy(() -> follower.entry(notes.sequence() + 1, "another", another))
                .isInstanceOf(SharedLog.DivergedException.class);
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("1"));
    }

    @Test
    void a_write_that_was_never_sent_is_not_stored_and_says_so() throws Exception {
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        log.hold(here);
        // Writes of one request have the same deadline.
        List<CompletableFuture<Write>> writes = Documents.asOneRequest(() ->
                List.of(notes.putAsync(A, note("1")), notes.putAsync(A, note("2")), notes.putAsync(A, note("3"))));
        assertThat(writes.stream().map(CompletableFuture::join))
                .containsExactly(new Write.OutcomeUnknown(), new Write.Busy(), new Write.Busy());
        assertThat(log.heldCount()).isOne();
    }

    @Test
    void documents_are_there_after_a_restart_without_the_cluster() throws Exception {
        for (int i = 0; i < 5; i++) notes.put(A, new Note("", i));
        here.cut(true);
        reopen(DocumentsOptions.DEFAULTS.withLongestReplication(SOON));
        assertThat(notes.get(A).orElseThrow().version()).isEqualTo(new Version(5));
        assertThat(notes.lag()).isEmpty();
        here.cut(false);
        Eventually.until("it has caught up", () -> notes.lag().isPresent());
    }

    @Test
    void one_node_deletes_what_has_lived_its_time() throws Exception {
        CollectionPolicy mayflies = policy().withTimeToLive(Duration.ofSeconds(10));
        DocumentCollection<Note> mine = collection("mayflies", mayflies);
        Documents other = open("there", there, DocumentsOptions.DEFAULTS);
        others.add(other);
        DocumentCollection<Note> its = other.collection("mayflies", StateForm.of(Note.class, codec), mayflies);
        its.create(A, note("1"));
        clock.pass(Duration.ofSeconds(10));
        Eventually.until("it is deleted", () -> its.version(A).equals(V2));
        log.lead(there);
        its.create(A, note("2"));
        clock.pass(Duration.ofSeconds(10));
        Eventually.until("it is deleted again", () -> mine.version(A).equals(new Version(4)));
        assertThat(mine.versions(A, Optional.empty(), 10).items())
                .extracting(VersionInfo::action)
                .containsExactly(Action.EXPIRED, Action.CREATED, Action.EXPIRED, Action.CREATED);
    }

    @Test
    void what_a_leader_deletes_too_late_is_not_deleted_again() throws Exception {
        CollectionPolicy mayflies = policy().withTimeToLive(Duration.ofSeconds(10));
        DocumentCollection<Note> mine = collection("mayflies", mayflies);
        Documents other = open("there", there, DocumentsOptions.DEFAULTS);
        others.add(other);
        DocumentCollection<Note> its = other.collection("mayflies", StateForm.of(Note.class, codec), mayflies);
        its.create(A, note("1"));
        mine.current().join();
        log.hold(here);
        clock.pass(Duration.ofSeconds(10));
        Eventually.until("it is about to delete it", () -> log.heldCount() == 1);
        log.lead(there);
        Eventually.until("another one deletes it", () -> its.version(A).equals(V2));
        assertThat(its.create(A, note("2"))).isEqualTo(createdAgainLater(A, 3));
        log.release();
        mine.current().join();
        assertThat(mine.versions(A, Optional.empty(), 10).items())
                .extracting(VersionInfo::action)
                .containsExactly(Action.CREATED, Action.EXPIRED, Action.CREATED);
    }

    private Write createdAgainLater(DocumentId id, long version) {
        return new Write.Stored(id, new Version(version), clock.instant(), true);
    }

    @Test
    void a_transaction_is_over_documents_of_one_node() {
        assertThatThrownBy(() -> documents.transaction(tx -> tx.get(notes, A)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("notes is replicated");
    }

    @Test
    void without_a_cluster_there_is_no_replicated_collection() throws Exception {
        try (Documents alone = Documents.open(folder.resolve("alone"), clock, DocumentsOptions.DEFAULTS)) {
            assertThatThrownBy(() -> alone.collection("notes", StateForm.json(), policy()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not in a cluster");
        }
    }
}
