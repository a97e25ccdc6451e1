package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.HeldBytes;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PageBytesTest {
    private static final int KIB = 1 << 10;

    private final HeldBytes shared = new HeldBytes(1000 * KIB);

    @Test
    void a_page_ends_where_it_is_large_enough() {
        PageBytes page = new PageBytes(shared, 300 * KIB);
        assertThat(page.take(100 * KIB)).isTrue();
        assertThat(page.take(100 * KIB)).isTrue();
        assertThat(page.take(100 * KIB)).as("the page is full").isFalse();
    }

    @Test
    void pages_become_shorter_where_others_hold_much_and_small_ones_do_not() {
        PageBytes large = new PageBytes(shared, 2000 * KIB);
        assertThat(large.take(900 * KIB)).isTrue();
        PageBytes other = new PageBytes(shared, 2000 * KIB);
        assertThat(other.take(200 * KIB)).as("one item at least, and no more").isFalse();
        PageBytes small = new PageBytes(shared, 2000 * KIB);
        for (int i = 0; i < 60; i++) assertThat(small.take(KIB)).isTrue();

        large.giveBack();
        large.giveBack();
        other.giveBack();
        assertThat(large.take(KIB)).as("its client has left").isFalse();
        PageBytes next = new PageBytes(shared, 2000 * KIB);
        assertThat(next.take(900 * KIB)).isTrue();
        assertThat(next.take(200 * KIB)).as("given back once").isFalse();
    }
}
