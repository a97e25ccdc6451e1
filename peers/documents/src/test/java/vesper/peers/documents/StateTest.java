package vesper.peers.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StateTest {
    @Test
    void a_state_has_524_bytes_as_json() {
        var state = new State(State.FIRST_NUMBER, State.newText());
        String json = "{\"number\":" + state.number() + ",\"text\":\"" + state.text() + "\"}";
        assertThat(json).hasSize(524).isASCII();
    }

    @Test
    void texts_are_not_shared_so_that_heap_is_what_documents_take() {
        assertThat(State.newText()).isEqualTo(State.newText()).isNotSameAs(State.newText());
    }
}
