package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CallsInFlightTest {
    @Test
    void a_stop_waits_for_an_answer_that_comes_later_and_no_longer_than_it_may() throws Exception {
        CallsInFlight calls = new CallsInFlight();
        CompletableFuture<Response> answer = new CompletableFuture<>();
        calls.handle(Request.of(Method.GET, "/"), _ -> Response.later(answer));
        assertThat(calls.awaitIdle(Duration.ofMillis(1))).isFalse();
        Thread.startVirtualThread(() -> answer.complete(Response.of(204)));
        assertThat(calls.awaitIdle(Duration.ofSeconds(30))).isTrue();
    }
}
