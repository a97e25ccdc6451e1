package vesper.records.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecentExchangesTest {
    private static final int SECOND = 1 << 10;

    private final RecentExchanges recent = new RecentExchanges();
    private final ExchangeListener loop = recent.onEventLoop();

    @Test
    void those_of_all_event_loops_are_told_newest_first() {
        ExchangeListener other = recent.onEventLoop();
        answered(loop, "/first", 200, 1);
        answered(other, "/second", 503, 2);
        answered(loop, "/third", 404, 3);

        assertThat(recent.latest()).extracting(RecentExchange::path).containsExactly("/third", "/second", "/first");
        assertThat(recent.failed()).extracting(RecentExchange::path).containsExactly("/second");
    }

    @Test
    void no_more_are_kept_than_there_is_room_for() {
        for (int i = 0; i < 3000; i++) answered(loop, "/" + i, 500, (long) i * SECOND);

        assertThat(recent.latest()).hasSize(RecentExchanges.MOST_SEEN);
        assertThat(recent.failed()).hasSize(RecentExchanges.MOST_FAILED);
        assertThat(recent.failed().getFirst().path()).isEqualTo("/2999");
        assertThat(recent.failed().getLast().path()).isEqualTo("/2800");
    }

    @Test
    void of_many_in_a_second_the_first_are_kept_and_all_that_failed() {
        for (int i = 0; i < 500; i++) answered(loop, "/" + i, i == 499 ? 500 : 200, 5);

        List<RecentExchange> seen = recent.latest();
        assertThat(seen).hasSize(LoopExchanges.MOST_PER_SECOND + 1);
        assertThat(seen)
                .extracting(RecentExchange::path)
                .contains("/0", "/199", "/499")
                .doesNotContain("/200");
        answered(loop, "/next", 200, 5 + SECOND);
        assertThat(recent.latest().getFirst().path()).isEqualTo("/next");
    }

    @Test
    void a_long_path_is_cut_and_still_known_again() {
        String path = "/" + "x".repeat(1000);
        answered(loop, path, 500, 7);

        RecentExchange kept = recent.failed().getFirst();
        assertThat(kept.path()).hasSize(RecentExchange.LONGEST_PATH);
        assertThat(kept.isOf(7, "GET", path, 500)).isTrue();
        assertThat(kept.isOf(7, "GET", "/other", 500)).isFalse();
        assertThat(kept.isOf(8, "GET", path, 500)).isFalse();
    }

    @Test
    void why_it_failed_is_told_in_bounds() {
        Request request = Request.of(Method.GET, "/a?secret=1");
        request.failed(new IllegalStateException("x".repeat(10_000)));
        loop.finished(new Exchange(request, new InetSocketAddress(0), 500, 0, 0, 1, 1));

        RecentExchange kept = recent.failed().getFirst();
        assertThat(kept.failure()).startsWith("IllegalStateException: xxx").hasSize(500);
        assertThat(kept.path()).isEqualTo("/a");
    }

    @Test
    void a_failure_whose_own_code_fails_is_told_by_its_name() {
        Request request = Request.of(Method.GET, "/a");
        request.failed(new Unspeakable());
        loop.finished(new Exchange(request, new InetSocketAddress(0), 500, 0, 0, 1, 1));

        assertThat(recent.failed().getFirst().failure()).isEqualTo("Unspeakable");
    }

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    private static void answered(ExchangeListener loop, String path, int status, long atMillis) {
        loop.finished(new Exchange(
                Request.of(Method.GET, path), new InetSocketAddress(0), status, 0, 0, atMillis, 1_000_000));
    }
}
