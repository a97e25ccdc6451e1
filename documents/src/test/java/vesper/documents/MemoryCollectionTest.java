package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryCollectionTest extends LocalContract {
    @Override
    Documents open(DocumentsOptions options) {
        return Documents.inMemory(clock, options);
    }

    @Override
    CollectionPolicy policy() {
        return CollectionPolicy.MEMORY;
    }

    @Test
    void only_the_current_version_is_there() {
        notes.create(A, note("1"));
        notes.put(A, note("2"));
        assertThat(notes.get(A, V1)).isEmpty();
        assertThat(notes.get(A, V2)).isPresent();
        assertThat(notes.asOf(A, NOON)).isPresent();
        assertThat(notes.asOf(A, NOON.minusMillis(1))).isEmpty();
        assertThat(notes.versions(A, Optional.empty(), 10).items())
                .containsExactly(new VersionInfo(V2, NOON, Action.REPLACED));
        assertThat(notes.versions(A, Optional.of(V2), 10).items()).isEmpty();
    }

    @Test
    void who_follows_too_slowly_is_told_where_to_go_on() throws Exception {
        DocumentCollection<Note> busy = collection("busy", policy().withChanges(16));
        try (Feed<Note> feed = busy.follow(busy.sequence())) {
            for (int i = 0; i < 17; i++) busy.put(A, note("" + i));
            assertThat(feed.next(10, NO_WAIT)).isEqualTo(new Feed.PollResult.Gone<Note>(busy.sequence()));
        }
    }

    @Test
    void a_reader_may_be_as_many_changes_behind_as_are_kept() throws Exception {
        DocumentCollection<Note> busy = collection("busy", policy().withChanges(16));
        try (Feed<Note> feed = busy.follow(busy.sequence())) {
            for (int i = 0; i < 16; i++) busy.put(A, note("" + i));
            assertThat(changes(feed.next(100, NO_WAIT))).hasSize(16);
        }
    }

    @Test
    void large_changes_are_kept_up_to_so_many_bytes() throws Exception {
        DocumentCollection<JsonText> large = documents.collection("large", StateForm.json(), policy());
        long before = large.sequence();
        byte[] megabyte = ("\"" + "x".repeat(1_000_000) + "\"").getBytes();
        for (int i = 0; i < 60; i++) large.put(A, JsonText.written(megabyte));
        try (Feed<JsonText> all = large.follow(before);
                Feed<JsonText> newest = large.follow(large.sequence() - 20)) {
            assertThat(all.next(100, NO_WAIT)).isInstanceOf(Feed.PollResult.Gone.class);
            assertThat(changes(newest.next(100, NO_WAIT))).hasSize(20);
        }
    }

    @Test
    void durable_collections_need_a_folder() {
        assertThatThrownBy(() -> collection("durable", CollectionPolicy.DURABLE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
