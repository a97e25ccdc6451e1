package vesper.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.OverloadReason;
import vesper.http.Request;
import vesper.http.Response;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestMetricsTest {
    private final RequestMetrics metrics = new RequestMetrics();
    private final ExchangeListener loop = metrics.onEventLoop();
    private final MetricsPage page = new MetricsPage(
            metrics, () -> 3, () -> 7, reason -> reason == OverloadReason.LATE ? 5 : 0, List::of, "1.2.3");

    @Test
    void exchanges_of_all_event_loops_are_counted_by_route_and_status() throws Exception {
        ExchangeListener other = metrics.onEventLoop();
        loop.finished(exchange(Method.GET, "GET /api/orders/{id}", 200, Duration.ofMillis(2)));
        other.finished(exchange(Method.GET, "GET /api/orders/{id}", 200, Duration.ofMillis(30)));
        loop.finished(exchange(Method.GET, "GET /api/orders/{id}", 404, Duration.ofNanos(1)));

        String series =
                "{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/api/orders/{id}\"";
        assertThat(text().lines())
                .contains("http_server_request_duration_seconds_bucket" + series + ",le=\"0.001\"} 0")
                .contains("http_server_request_duration_seconds_bucket" + series + ",le=\"0.0025\"} 1")
                .contains("http_server_request_duration_seconds_bucket" + series + ",le=\"0.05\"} 2")
                .contains("http_server_request_duration_seconds_bucket" + series + ",le=\"+Inf\"} 2")
                .contains("http_server_request_duration_seconds_count" + series + "} 2")
                .contains("http_server_request_duration_seconds_sum" + series + "} 0.032")
                .contains("http_server_request_body_bytes_total" + series + "} 20.0")
                .contains("http_server_response_body_bytes_total" + series + "} 200.0")
                .anyMatch(line -> line.contains("status_code=\"404\"") && line.endsWith(" 1"));
    }

    @Test
    void the_longest_time_is_in_the_last_bucket() throws Exception {
        loop.finished(exchange(Method.GET, "GET /slow", 200, Duration.ofDays(365)));
        assertThat(text())
                .contains("http_route=\"/slow\",le=\"10.0\"} 0")
                .contains("http_route=\"/slow\",le=\"+Inf\"} 1");
    }

    @Test
    void what_nothing_answers_is_counted_without_its_path() throws Exception {
        loop.finished(exchange(Method.POST, "", 404, Duration.ofMillis(1)));
        assertThat(text())
                .contains("_count{http_request_method=\"POST\",http_response_status_code=\"404\",http_route=\"\"} 1");
    }

    @Test
    void what_could_not_be_understood_and_clients_that_went_away_are_counted() throws Exception {
        loop.finished(new Exchange(null, new InetSocketAddress(0), 400, 0, 0, 0, 0));
        loop.finished(exchange(Method.GET, "GET /a", 0, Duration.ofMillis(1)));
        assertThat(text())
                .contains("_count{http_request_method=\"_OTHER\",http_response_status_code=\"400\",http_route=\"\"} 1")
                .contains("_count{http_request_method=\"GET\",http_response_status_code=\"499\",http_route=\"/a\"} 1");
    }

    @Test
    void of_more_routes_than_are_told_apart_the_rest_is_counted_together() throws Exception {
        for (int i = 0; i < 10_002; i++) loop.finished(exchange(Method.GET, "GET /" + i, 200, Duration.ofMillis(1)));
        assertThat(text())
                .contains(
                        "_count{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/9999\"} 1")
                .contains("_count{http_request_method=\"_OTHER\",http_response_status_code=\"200\",http_route=\"\"} 2");
    }

    @Test
    void the_JVM_the_connections_and_the_version_are_told() throws Exception {
        assertThat(text())
                .contains("jvm_memory_used_bytes{area=\"heap\"}")
                .contains("process_cpu_seconds_total")
                .contains("http_server_active_requests 3.0")
                .contains("http_server_connections 7.0")
                .contains("vesper_refused_requests_total{reason=\"late\"} 5.0")
                .contains("vesper_build_info{version=\"1.2.3\"} 1");
    }

    @Test
    void who_asks_for_OpenMetrics_gets_it() throws Exception {
        Response response = page.handle(
                Request.of(Method.GET, "/metrics", Headers.of("Accept", "application/openmetrics-text"), new byte[0]));
        assertThat(response.header("Content-Type").orElseThrow()).startsWith("application/openmetrics-text");
        assertThat(body(response)).endsWith("# EOF\n");
    }

    private String text() throws Exception {
        Response response = page.handle(Request.of(Method.GET, "/metrics"));
        assertThat(response.header("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        return body(response);
    }

    private static String body(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), StandardCharsets.UTF_8);
    }

    private static Exchange exchange(Method method, String route, int status, Duration duration) {
        Request request = Request.of(method, "/api/orders/7");
        request.route(route);
        return new Exchange(request, new InetSocketAddress(0), status, 10, 100, 0, duration.toNanos());
    }
}
