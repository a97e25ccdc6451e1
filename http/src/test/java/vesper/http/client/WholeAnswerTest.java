package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Headers;
import vesper.http.HttpVersion;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WholeAnswerTest {
    private static final ClientSettings SETTINGS = new ClientSettings(
            ClientLimits.DEFAULTS,
            ClientTimeouts.DEFAULTS,
            Redirects.NONE,
            Retries.NONE,
            ClientTls.DEFAULTS,
            ClientProtocol.AUTOMATIC,
            1,
            true,
            "test",
            _ -> true,
            null,
            null);

    /** A carrier for tests without a connection. */
    private static final Carrier NOBODY = new Carrier() {
        @Override
        public void execute(Runnable task) {}

        @Override
        public void sendPiece(RequestStream from, byte[] piece) {}

        @Override
        public void contentEnds(RequestStream from) {}

        @Override
        public void contentFails(RequestStream from, Throwable reason) {}

        @Override
        public void resume(ResponseBodyStream of) {}

        @Override
        public void leaveUnread(ResponseBodyStream of) {}
    };

    @ParameterizedTest
    @ValueSource(ints = {10, 1 << 20})
    void whatever_goes_wrong_while_it_is_unpacked_is_told_to_who_waits(int bytes) {
        PendingResponse<ClientResponse> future = new PendingResponse<>();
        WholeDelivery answer = new WholeDelivery(future, SETTINGS, true);
        Headers packed = Headers.of("Content-Encoding", "gzip");
        var head = new ResponseHead(200, HttpVersion.HTTP_1_1, packed, bytes, false, true);
        // A fault that is not an error in the content: this URI belongs to no server.
        ResponseSink sink = answer.startBody(head, URI.create("/of-nowhere"), NOBODY);
        sink.content(new byte[bytes], 0, bytes);
        sink.finished();
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ClientException.class);
        assertThat(future).isCompletedExceptionally();
    }
}
