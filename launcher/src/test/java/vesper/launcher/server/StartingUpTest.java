package vesper.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.codec.Codec;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.launcher.admin.Readiness;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StartingUpTest {
    private final Readiness readiness = new Readiness();
    private final StartupFilter startupFilter = new StartupFilter(
            readiness,
            new Codec(true),
            request -> request.path().equals("/health/ready")
                    ? new Destination(request.path(), Audience.HEALTH)
                    : Destination.UNKNOWN);

    @Test
    void until_it_is_ready_all_but_health_is_refused_as_any_problem_is() throws Exception {
        assertThat(get("/health/ready", Headers.of()).status()).isEqualTo(200);

        for (String path : new String[] {"/", "/api/any", "/healthy"}) {
            Response json = get(path, Headers.of());
            assertThat(json.status()).as(path).isEqualTo(503);
            assertThat(json.header("Content-Type")).as(path).hasValue("application/problem+json");
        }
        assertThat(get("/%zz", Headers.of()).status()).isEqualTo(400);
        Response xml = get("/api/any", Headers.of("Accept", "application/xml"));
        assertThat(xml.status()).isEqualTo(503);
        assertThat(xml.header("Content-Type")).hasValue("application/problem+xml");
    }

    @Test
    void when_it_is_ready_requests_go_on() throws Exception {
        readiness.enter(Readiness.Phase.READY);

        assertThat(get("/api/any", Headers.of()).status()).isEqualTo(200);
    }

    @Test
    void a_request_of_a_running_server_does_not_wait_for_health_checks() throws Exception {
        readiness.enter(Readiness.Phase.READY);
        Supplier<List<String>> never = () -> {
            throw new AssertionError("consulted for a request");
        };
        readiness.setPackageSources(never, never);

        assertThat(get("/api/any", Headers.of()).status()).isEqualTo(200);
    }

    private Response get(String path, Headers headers) throws Exception {
        return startupFilter.handle(Request.of(Method.GET, path, headers, new byte[0]), _ -> Response.of(200));
    }
}
