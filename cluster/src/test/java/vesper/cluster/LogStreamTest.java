package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.StreamInfo;
import io.nats.client.support.JsonParser;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.cluster.LogStream.StreamState;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogStreamTest {
    private static StreamState answeredAfter(Duration silence) {
        return new StreamState("log", 5, silence);
    }

    @Test
    void what_a_leader_lacks_that_no_majority_was_heard_by_another_one_may_have() {
        assertThat(answeredAfter(Duration.ZERO).isAuthoritative()).isTrue();
        // A leader hears from all others every second.
        assertThat(answeredAfter(Duration.ofMillis(1500)).isAuthoritative()).isTrue();
        // After four seconds, another leader may have been elected.
        assertThat(answeredAfter(Duration.ofSeconds(4)).isAuthoritative()).isFalse();
    }

    /** Parses the report of a server. The numbers are nanoseconds since it heard from the other two servers. */
    private static Duration silence(String leader, long second, long third) {
        String info = """
                {"config":{"name":"s"},"state":{},"cluster":{"name":"c","leader":"%s","replicas":[
                  {"name":"n2","current":true,"active":%d},{"name":"n3","current":true,"active":%d}]}}""".formatted(leader, second, third);
        return LogStream.majoritySilence(new StreamInfo(JsonParser.parseUnchecked(info)).getClusterInfo());
    }

    @Test
    void a_leader_has_heard_from_a_majority_when_it_has_from_one_of_two_others() {
        assertThat(silence("n1", 5, 9_000_000_000L)).isEqualTo(Duration.ofNanos(5));
        assertThat(silence("n1", 9_000_000_000L, 7)).isEqualTo(Duration.ofNanos(7));
    }

    @Test
    void of_whom_it_never_heard_a_server_says_that_it_was_no_time_ago() {
        assertThat(silence("n1", 0, 7)).isEqualTo(Duration.ofNanos(7));
        assertThat(silence("n1", 0, 0)).isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void the_answer_of_a_server_that_does_not_lead_or_knows_of_no_leader_is_of_no_majority() {
        assertThat(silence("", 5, 6)).isGreaterThan(Duration.ofDays(1));
        assertThat(silence("n3", 5, 6)).isGreaterThan(Duration.ofDays(1));
    }
}
