package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nats.client.JetStreamApiException;
import io.nats.client.api.SuccessApiResponse;
import io.nats.client.impl.NatsMessage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiErrorsTest {
    private static JetStreamApiException error(int code, int number) {
        String json = "{\"error\":{\"code\":" + code + ",\"err_code\":" + number + ",\"description\":\"no\"}}";
        var answer = new SuccessApiResponse(NatsMessage.builder()
                .subject("answer")
                .data(json.getBytes(UTF_8))
                .build());
        return catchThrowableOfType(JetStreamApiException.class, answer::throwOnHasError);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 10005, no suitable peers for placement",
        "400, 10202, cluster member change is in progress",
        "429, 10167, too many requests",
        "500, 10009, JetStream cluster can not handle request",
        "503, 10008, JetStream system temporarily unavailable",
        "503, 10023, insufficient resources",
        "503, 10039, JetStream not enabled for account",
    })
    void what_passes_by_itself_is_tried_again(int code, int number, String meaning) {
        assertThat(ApiErrors.isPermanent(error(code, number))).as(meaning).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "400, 10002, resource limits exceeded for account",
        "400, 10027, maximum number of streams reached",
        "400, 10065, subjects overlap with an existing stream",
        "500, 10052, invalid configuration",
        "500, 10074, replicas > 1 not supported in non-clustered mode",
    })
    void what_somebody_has_to_see_to_is_refused(int code, int number, String meaning) {
        assertThat(ApiErrors.isPermanent(error(code, number))).as(meaning).isTrue();
    }
}
