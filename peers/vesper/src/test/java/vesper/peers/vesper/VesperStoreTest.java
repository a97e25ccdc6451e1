package vesper.peers.vesper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.peers.documents.Answer;
import vesper.peers.documents.Kind;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VesperStoreTest {
    private final List<Boolean> succeeded = new ArrayList<>();
    private final Answer answer = failure -> succeeded.add(failure == null);

    @Test
    void every_put_makes_a_version() {
        try (VesperStore store = VesperStore.open()) {
            StoredDocument document = store.document(Kind.MEMORY, Route.PROCESS, "one");
            document.create(new State(1, "text"), answer);
            document.put(new State(2, "text"), answer);
            document.get(answer);
            assertThat(succeeded).containsExactly(true, true, true);
            assertThat(((Note) document).version()).isEqualTo(2);
        }
    }

    @Test
    void what_is_there_is_not_created_and_what_is_not_there_is_not_got() {
        try (VesperStore store = VesperStore.open()) {
            store.document(Kind.MEMORY, Route.PROCESS, "one").create(new State(1, "text"), answer);
            store.document(Kind.MEMORY, Route.PROCESS, "one").create(new State(2, "text"), answer);
            store.document(Kind.MEMORY, Route.PROCESS, "two").get(answer);
            assertThat(succeeded).containsExactly(true, false, false);
        }
    }

    @Test
    void what_it_does_not_have_is_said() {
        try (VesperStore store = VesperStore.open()) {
            assertThatThrownBy(() -> store.document(Kind.DURABLE, Route.PROCESS, "one"))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> store.document(Kind.MEMORY, Route.HTTP, "one"))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
