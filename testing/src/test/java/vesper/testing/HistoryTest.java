package vesper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryTest {
    private final History history = new History(0);

    private void fails(String why) {
        String said = assertThrows(AssertionError.class, history::check).getMessage();
        assertTrue(said.contains(why), said);
    }

    @Test
    void what_overlaps_may_have_any_order() {
        history.stored(1, 6, 2, 20);
        history.stored(2, 5, 1, 10);
        history.seen(3, 7, 1, 10);
        history.seen(4, 8, 2, 20);
        history.missed(3, 4);
        assertEquals(2, history.check());
    }

    @Test
    void a_read_of_less_than_was_there_before_is_found() {
        history.stored(1, 2, 1, 10);
        history.stored(3, 4, 2, 20);
        history.seen(5, 6, 1, 10);
        fails("after 2");
    }

    @Test
    void a_read_of_less_than_another_has_read_is_found() {
        history.stored(1, 2, 1, 10);
        history.stored(3, 9, 2, 20);
        history.seen(4, 5, 2, 20);
        history.seen(6, 7, 1, 10);
        fails("after 2");
    }

    @Test
    void a_read_before_the_write_is_found() {
        history.seen(1, 2, 1, 10);
        history.stored(3, 4, 1, 10);
        fails("is before");
    }

    @Test
    void a_write_that_comes_before_one_that_had_ended_is_found() {
        history.stored(1, 2, 2, 20);
        history.stored(3, 4, 1, 10);
        fails("after 2");
    }

    @Test
    void two_writes_of_one_version_are_found() {
        history.stored(1, 2, 1, 10);
        history.stored(3, 4, 1, 20);
        fails("stored twice");
    }

    @Test
    void a_version_that_is_left_out_is_found() {
        history.stored(1, 2, 1, 10);
        history.stored(3, 4, 3, 20);
        fails("version 2 is missing");
    }

    @Test
    void another_value_is_found() {
        history.stored(1, 2, 1, 10);
        history.seen(3, 4, 1, 11);
        fails("another value");
    }

    @Test
    void what_nobody_wrote_is_found() {
        history.seen(3, 4, 1, 11);
        fails("nobody has stored");
    }

    @Test
    void a_document_that_was_there_all_the_while_is_not_missed() {
        history.stored(1, 2, 1, 10);
        history.stored(4, 7, 2, 20);
        history.missed(5, 6);
        fails("there all the while");
    }

    @Test
    void one_that_was_deleted_meanwhile_may_be_missed() {
        history.stored(1, 2, 1, 10);
        history.stored(4, 7, 2, 0);
        history.stored(8, 9, 3, 30);
        history.missed(5, 6);
        assertEquals(3, history.check());
    }

    @Test
    void a_write_that_nobody_was_told_of_may_come_late_or_never() {
        history.unsure(1, 10);
        history.unsure(2, 20);
        history.stored(3, 4, 1, 30);
        history.stored(7, 8, 3, 40);
        history.settle(new TreeMap<>(Map.of(1L, 30L, 2L, 10L, 3L, 40L)));
        assertEquals(3, history.check());
    }

    @Test
    void a_write_that_was_told_of_and_is_gone_is_found() {
        history.stored(1, 2, 1, 10);
        history.unsure(1, 20);
        var kept = new TreeMap<>(Map.of(2L, 20L));
        history.settle(kept);
        assertEquals(2, history.check());
        assertThrows(AssertionError.class, () -> history.settle(new TreeMap<>(Map.of(3L, 99L))));
    }

    @Test
    void a_read_that_says_how_old_it_is_may_be_of_any_moment_since() {
        history.stored(1, 2, 1, 10);
        history.stored(5, 6, 2, 20);
        history.seen(3, 9, 1, 10);
        assertEquals(2, history.check());
        history.seen(7, 11, 1, 10);
        fails("after 2");
    }
}
