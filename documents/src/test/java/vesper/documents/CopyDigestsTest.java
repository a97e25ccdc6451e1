package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CopyDigestsTest {
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z"));
    private static final int MANY = 700;

    @TempDir
    Path folder;

    private final LogInMemory log = new LogInMemory();
    private final List<Documents> opened = new ArrayList<>();

    /** A node's copy of the named log, with the means to compare it. */
    private record Copy(DocumentCollection<JsonText> notes, Replication replication) {
        void put(String id, int n) {
            assertThat(notes.put(new DocumentId(id), json(n))).isInstanceOf(Write.Stored.class);
        }

        CopyPart all() {
            return replication.part("").orElseThrow();
        }

        Map<String, String> differences(Copy other) {
            CopyPart theirs = other.all();
            // Each check of being current appends a mark to the log. It may take several of them.
            Eventually.until("it is told as much", () -> {
                notes.current().join();
                return replication.differences(theirs).isPresent();
            });
            return replication.differences(theirs).orElseThrow();
        }
    }

    @AfterEach
    void close() {
        opened.forEach(Documents::close);
    }

    private Copy copy(String name, LogInMemory.Node node, String of, int versions) throws IOException {
        Documents documents = Documents.ofNode(folder.resolve(name), NOON, DocumentsOptions.DEFAULTS, node);
        opened.add(documents);
        var notes = (ReplicatedCollection<JsonText>)
                documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED.withVersions(versions));
        notes.replication().begin(of);
        return new Copy(notes, notes.replication());
    }

    private Copy copy(String name, LogInMemory of) throws IOException {
        return copy(name, of.node(), "log", 100);
    }

    private static JsonText json(int n) {
        return JsonText.of(Map.of("n", n), new Codec(false));
    }

    @Test
    void copies_of_one_log_are_the_same_part_by_part_whatever_was_done() throws Exception {
        Copy one = copy("one", log);
        Copy other = copy("other", log);
        CompletableFuture.allOf(IntStream.range(0, MANY)
                        .mapToObj(i -> one.notes.putAsync(new DocumentId("d%04d".formatted(i)), json(i)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        one.put("d0001", 1);
        one.notes.delete(new DocumentId("d0002"));
        other.notes.current().join();
        List<String> compared = new ArrayList<>();
        String after = "";
        do {
            CopyPart part = one.replication.part(after).orElseThrow();
            assertThat(other.replication.differences(part)).contains(new TreeMap<>());
            part.items().forEach(item -> {
                assertThat(part.covers(item.id())).isTrue();
                compared.add(item.id());
            });
            after = part.last();
        } while (!after.isEmpty());
        assertThat(compared).hasSize(MANY).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void what_is_not_the_same_is_named() throws Exception {
        Copy one = copy("one", log);
        Copy other = copy("other", new LogInMemory());
        one.put("state", 1);
        other.put("state", 2);
        one.put("missing", 1);
        one.put("old", 1);
        one.put("old", 2);
        other.put("old", 1);
        other.put("more", 1);
        one.put("before", 1);
        one.put("before", 3);
        other.put("before", 2);
        other.put("before", 3);
        assertThat(other.differences(one))
                .containsOnly(
                        Map.entry("state", "version 1 of it is another one here than on another node"),
                        Map.entry("missing", "another node has version 1 of it and this one has none"),
                        Map.entry("old", "another node has version 2 of it and this one 1"),
                        Map.entry("more", "this node has version 1 of it and another one has none"),
                        Map.entry("before", "versions of it below 2 are others here than on another node"));
    }

    @Test
    void what_has_changed_since_is_left_for_another_time() throws Exception {
        Copy one = copy("one", log);
        Copy other = copy("other", log);
        one.put("a", 1);
        CopyPart before = one.all();
        one.put("a", 2);
        one.put("b", 1);
        other.notes.current().join();
        assertThat(other.replication.differences(before).orElseThrow()).isEmpty();
    }

    @Test
    void a_copy_that_was_told_less_is_compared_when_it_was_told_as_much() throws Exception {
        LogInMemory.Node away = log.node();
        Copy one = copy("one", log);
        Copy other = copy("other", away, "log", 100);
        one.put("a", 1);
        other.notes.current().join();
        away.cut(true);
        one.put("a", 2);
        CopyPart part = one.all();
        assertThat(other.replication.differences(part)).isEmpty();
        away.cut(false);
        Eventually.until("it is told", () -> other.replication.differences(part).isPresent());
        assertThat(other.replication.differences(part).orElseThrow()).isEmpty();
    }

    @Test
    void copies_of_another_log_or_with_other_versions_are_not_compared() throws Exception {
        Copy one = copy("one", log);
        one.put("a", 1);
        Copy another = copy("another", log.node(), "another log", 100);
        Copy fewer = copy("fewer", log.node(), "log", 3);
        another.notes.current().join();
        fewer.notes.current().join();
        assertThat(another.replication.differences(one.all())).isEqualTo(Optional.empty());
        assertThat(fewer.replication.differences(one.all())).isEqualTo(Optional.empty());
    }
}
