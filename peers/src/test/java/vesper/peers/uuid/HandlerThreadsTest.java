package vesper.peers.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.peers.LoopbackConnector;
import vesper.peers.PeerArguments;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HandlerThreadsTest {
    private final LinkedBlockingQueue<Thread> handled = new LinkedBlockingQueue<>();

    @ParameterizedTest
    @EnumSource(HandlerThreads.class)
    void requests_are_handled_on_the_threads_that_were_named(HandlerThreads threads) throws Exception {
        var server = new Server(threads.pool(50));
        var connector = LoopbackConnector.addTo(server, PeerArguments.of(new String[0]));
        server.setHandler(new Noting(threads));
        server.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/"));
            for (int i = 0; i < 50; i++) {
                assertThat(client.send(request.build(), BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(200);
            }
        } finally {
            server.stop();
        }
        assertThat(handled).hasSize(50).allMatch(thread -> thread.isVirtual() == (threads == HandlerThreads.VIRTUAL));
    }

    private final class Noting extends Handler.Abstract {
        Noting(HandlerThreads threads) {
            super(threads.invocation());
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            handled.add(Thread.currentThread());
            callback.succeeded();
            return true;
        }
    }
}
