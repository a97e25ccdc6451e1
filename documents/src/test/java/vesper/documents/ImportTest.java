package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;

/** The import of one node's durable documents into a cluster. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ImportTest {
    private static final DocumentId A = new DocumentId("a");
    private static final DocumentId B = new DocumentId("b");
    private static final IdempotencyKey KEY = new IdempotencyKey("k");
    /** More than fit into one page of ids. */
    private static final int MANY = 1100;

    private static final int ALL = MANY + 3;
    private static final Duration SOON = Duration.ofMillis(300);
    /** Long enough for a slow machine. */
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T12:00:00Z"));
    private final LogInMemory log = new LogInMemory();
    private final LogInMemory.Node here = log.node();
    private final LogInMemory.Node there = log.node();
    private final List<Long> looked = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        try (Documents alone = Documents.open(folder.resolve("alone"), clock, DocumentsOptions.DEFAULTS)) {
            DocumentCollection<JsonText> notes =
                    alone.collection("notes", StateForm.json(), CollectionPolicy.DURABLE.withVersions(3));
            notes.create(A, json(1), KEY);
            for (int n = 2; n <= 5; n++) {
                clock.pass(Duration.ofSeconds(1));
                notes.put(A, json(n));
            }
            notes.create(B, json(1));
            notes.delete(B);
            notes.create(B, json(2));
            notes.create(new DocumentId("c"), json(1));
            notes.delete(new DocumentId("c"));
            List<Request<JsonText>> many = IntStream.range(0, MANY)
                    .<Request<JsonText>>mapToObj(n -> new Request.Create<>(new DocumentId("many-" + n), json(n)))
                    .toList();
            notes.writeAll(many);
        }
    }

    private static JsonText json(int n) {
        return JsonText.of(Map.of("n", n), new Codec(false));
    }

    private Documents ofCluster(String name, LogInMemory.Node node) throws IOException {
        return ofCluster(name, node, LONG);
    }

    private Documents ofCluster(String name, LogInMemory.Node node, Duration longestWait) throws IOException {
        DocumentsOptions options =
                DocumentsOptions.DEFAULTS.withLongestReplication(longestWait).withLongestUpdateWait(longestWait);
        return Documents.ofNode(folder.resolve(name), clock, options, node);
    }

    private static DocumentCollection<JsonText> notes(Documents documents) {
        return documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED);
    }

    @Test
    void all_versions_that_are_kept_are_in_the_cluster_with_their_times_and_keys() throws Exception {
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            assertThat(alone.durableCounts()).containsExactly(Map.entry("notes", ALL - 1L));
            assertThat(alone.importToCluster("notes", looked::add))
                    .isEqualTo(new ImportResult(ALL, 3 + 3 + 2 + MANY, List.of(), 0));
            assertThat(looked).hasSize(ALL).endsWith((long) ALL);

            DocumentCollection<JsonText> notes = notes(other);
            notes.current().join();
            assertThat(notes.count()).isEqualTo(ALL - 1);
            assertThat(notes.get(A).orElseThrow().value()).isEqualTo(json(5));
            assertThat(notes.versions(A, Optional.empty(), 10).items())
                    .extracting(info -> info.version().number(), VersionInfo::at)
                    .startsWith(tuple(5L, clock.instant()))
                    .hasSize(3);
            assertThat(notes.versions(B, Optional.empty(), 10).items())
                    .extracting(VersionInfo::action)
                    .containsExactly(Action.CREATED, Action.DELETED, Action.CREATED);
            assertThat(notes.version(new DocumentId("c"))).isEqualTo(new Version(2));
            assertThat(notes.put(A, new Version(5), json(6))).isInstanceOf(Write.Stored.class);
        }
    }

    @Test
    void what_was_created_with_a_key_is_not_created_again() throws Exception {
        try (Documents alone = Documents.open(folder.resolve("alone"), clock, DocumentsOptions.DEFAULTS)) {
            DocumentCollection<JsonText> notes =
                    alone.collection("notes", StateForm.json(), CollectionPolicy.DURABLE.withVersions(3));
            notes.create(new DocumentId("of-key"), json(1), new IdempotencyKey("other"));
        }
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            alone.importToCluster("notes", looked::add);
            DocumentCollection<JsonText> notes = notes(other);
            notes.current().join();
            assertThat(notes.create(new DocumentId("again"), json(1), new IdempotencyKey("other")))
                    .isInstanceOfSatisfying(
                            Write.Stored.class,
                            stored -> assertThat(stored.id()).isEqualTo(new DocumentId("of-key")));
        }
    }

    @Test
    void an_attempt_that_broke_off_is_gone_on_with() throws Exception {
        try (Documents alone = ofCluster("alone", here, SOON)) {
            assertThatThrownBy(() -> alone.importToCluster("notes", n -> {
                        if (n == 1050) here.cut(true);
                    }))
                    .isInstanceOf(StorageException.class);
        }
        here.cut(false);
        try (Documents alone = ofCluster("alone", here)) {
            ImportResult second = alone.importToCluster("notes", looked::add);
            assertThat(second.documents()).isEqualTo(ALL);
            assertThat(second.versions()).isBetween(1L, 3 + 3 + 2 + MANY - 1L);
            assertThat(second.differing()).isZero();
        }
        try (Documents alone = ofCluster("alone", here)) {
            assertThat(alone.importToCluster("notes", looked::add)).isEqualTo(new ImportResult(ALL, 0, List.of(), 0));
        }
    }

    @Test
    void what_the_cluster_has_changed_since_is_the_same_document() throws Exception {
        try (Documents alone = ofCluster("alone", here)) {
            alone.importToCluster("notes", looked::add);
        }
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            DocumentCollection<JsonText> notes = notes(other);
            notes.current().join();
            notes.put(A, new Version(5), json(6));
            assertThat(alone.importToCluster("notes", looked::add)).isEqualTo(new ImportResult(ALL, 0, List.of(), 0));
            assertThat(notes.get(A).orElseThrow().value()).isEqualTo(json(6));
        }
    }

    @Test
    void what_the_cluster_has_otherwise_is_named_and_left() throws Exception {
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            DocumentCollection<JsonText> notes = notes(other);
            notes.create(A, json(77));
            assertThat(alone.importToCluster("notes", looked::add))
                    .isEqualTo(new ImportResult(ALL - 1, 3 + 2 + MANY, List.of(A), 1));
            assertThat(notes.get(A).orElseThrow().value()).isEqualTo(json(77));
        }
    }

    @Test
    void nothing_is_stored_behind_a_version_that_the_cluster_does_not_take() throws Exception {
        DocumentId d = new DocumentId("d");
        try (Documents alone = Documents.open(folder.resolve("alone"), clock, DocumentsOptions.DEFAULTS)) {
            DocumentCollection<JsonText> notes =
                    alone.collection("notes", StateForm.json(), CollectionPolicy.DURABLE.withVersions(3));
            notes.create(d, json(1));
            notes.put(d, JsonText.of("x".repeat(2000), new Codec(false)));
            notes.put(d, json(3));
        }
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            log.mostBytes = 1000;
            assertThatThrownBy(() -> alone.importToCluster("notes", looked::add))
                    .isInstanceOf(StorageException.class)
                    .rootCause()
                    .hasMessage("version 2 of document d has 2002 bytes, and the cluster takes at most 1000"
                            + " (max_payload of NATS)");
            DocumentCollection<JsonText> notes = notes(other);
            notes.current().join();
            assertThat(notes.version(d)).isEqualTo(new Version(1));
        }
        log.mostBytes = Integer.MAX_VALUE;
        try (Documents alone = ofCluster("alone", here);
                Documents other = ofCluster("other", there)) {
            alone.importToCluster("notes", looked::add);
            DocumentCollection<JsonText> notes = notes(other);
            notes.current().join();
            assertThat(notes.versions(d, Optional.empty(), 10).items())
                    .extracting(info -> info.version().number())
                    .containsExactly(3L, 2L, 1L);
        }
    }

    @Test
    void what_is_not_there_and_what_cannot_be_reached_is_said() throws Exception {
        try (Documents alone = ofCluster("alone", here, SOON)) {
            assertThatThrownBy(() -> alone.importToCluster("motes", looked::add))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no durable collection motes");
            here.cut(true);
            assertThatThrownBy(() -> alone.importToCluster("notes", looked::add))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("did not report its state");
        }
    }
}
