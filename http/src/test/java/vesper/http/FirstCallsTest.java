package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FirstCallsTest {
    private final FirstCalls firsts = new FirstCalls();

    @Test
    void a_call_stays_the_first_of_its_route_on_a_loop() {
        Request first = routed("GET /orders");
        Request second = routed("GET /orders");
        assertThat(firsts.isFirst(0, first)).isTrue();
        assertThat(firsts.isFirst(0, second)).isFalse();
        assertThat(firsts.isFirst(0, first)).isTrue();
        assertThat(firsts.isFirst(1, second)).isTrue();
        assertThat(firsts.isFirst(0, routed("GET /others"))).isTrue();
    }

    @Test
    void a_route_that_is_published_again_begins_anew() {
        Request older = routed("GET /orders");
        assertThat(firsts.isFirst(0, older)).isTrue();
        assertThat(firsts.isFirst(0, routed(new String("GET /orders".toCharArray()))))
                .isTrue();
    }

    private static Request routed(String route) {
        Request request = Request.of(Method.GET, "/orders");
        request.route(route);
        return request;
    }
}
