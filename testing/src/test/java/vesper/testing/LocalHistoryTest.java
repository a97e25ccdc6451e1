package vesper.testing;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalHistoryTest {
    private static final SortedMap<Long, Long> VALUES = new TreeMap<>(Map.of(1L, 10L, 2L, 20L, 3L, 0L, 4L, 40L));

    private final LocalHistory history = new LocalHistory();

    private void holds() {
        assertDoesNotThrow(() -> history.check(VALUES));
    }

    private void fails(String why) {
        String said =
                assertThrows(AssertionError.class, () -> history.check(VALUES)).getMessage();
        assertTrue(said.contains(why), said);
    }

    @Test
    void a_copy_may_be_behind_and_catch_up() {
        history.missed(1, 2);
        history.seen(3, 4, 1, 10);
        history.seen(5, 6, 2, 20);
        history.missed(7, 8);
        history.seen(9, 10, 4, 40);
        holds();
    }

    @Test
    void reads_that_overlap_may_have_any_order() {
        history.seen(1, 6, 2, 20);
        history.seen(2, 5, 1, 10);
        holds();
    }

    @Test
    void less_than_was_read_before_is_found() {
        history.seen(1, 2, 2, 20);
        history.seen(3, 4, 1, 10);
        fails("after 2");
    }

    @Test
    void less_than_was_written_here_before_is_found() {
        history.stored(1, 2, 2, 20);
        history.seen(3, 4, 1, 10);
        fails("after 2");
    }

    @Test
    void what_nobody_wrote_is_found() {
        history.seen(1, 2, 2, 21);
        fails("20 was written");
    }

    @Test
    void a_version_that_there_is_not_is_found() {
        history.seen(1, 2, 5, 50);
        fails("null was written");
    }

    @Test
    void a_document_that_was_not_deleted_since_is_not_missed() {
        history.seen(1, 2, 4, 40);
        history.missed(3, 4);
        fails("there all the while");
    }
}
