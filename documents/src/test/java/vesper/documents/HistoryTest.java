package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The check itself finds what is wrong. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryTest {
    private final History history = new History();

    @Test
    void acts_that_overlap_may_be_in_any_order() {
        history.stored(1, 10, 1, 7);
        history.missed(2, 3);
        history.seen(4, 5, 1, 7);
        history.stored(6, 12, 2, 0);
        history.missed(7, 8);
        assertThat(history.check(0)).isEqualTo(2);
    }

    @Test
    void an_old_version_after_a_newer_one_is_found() {
        history.stored(1, 2, 1, 7);
        history.stored(3, 4, 2, 8);
        history.seen(5, 6, 1, 7);
        assertThatThrownBy(() -> history.check(0)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_version_that_is_stored_twice_is_found() {
        history.stored(1, 2, 1, 7);
        history.stored(1, 2, 1, 8);
        assertThatThrownBy(() -> history.check(0)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_document_that_is_missed_while_it_is_there_is_found() {
        history.stored(1, 2, 1, 7);
        history.missed(3, 4);
        assertThatThrownBy(() -> history.check(0)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_gap_and_a_wrong_value_are_found() {
        history.stored(1, 2, 2, 7);
        assertThatThrownBy(() -> history.check(0)).isInstanceOf(AssertionError.class);
        var other = new History();
        other.stored(1, 2, 1, 7);
        other.seen(3, 4, 1, 8);
        assertThatThrownBy(() -> other.check(0)).isInstanceOf(AssertionError.class);
    }
}
