package vesper.records.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.SyncPolicy;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LostExchangesTest {
    private static final int TAP_BYTES = 4 << 10;

    @TempDir
    Path folder;

    /** Routes whose lookup throws. */
    private record Broken(Supplier<Throwable> why) implements Routes {
        @Override
        public Audience audienceOf(String path) {
            return Audience.SERVICE;
        }

        @Override
        public Destination of(Request request) {
            return Destination.UNKNOWN;
        }

        @Override
        public RouteFacts facts(String route) {
            switch (why.get()) {
                case Error error -> throw error;
                case RuntimeException failure -> throw failure;
                default -> throw new IllegalStateException();
            }
        }

        @Override
        public long changes() {
            return 0;
        }
    }

    @Test
    void what_was_kept_of_an_exchange_is_let_go_where_it_is_lost_for_a_fault_of_ours() throws Exception {
        for (Throwable why : new Throwable[] {new IllegalStateException("a fault"), new LinkageError("another one")}) {
            try (Journal journal =
                    Journal.open(folder.resolve("journal"), new JournalOptions(8 << 20, new SyncPolicy.None()))) {
                Capture capture = new Capture(
                        _ -> journal, new Broken(() -> why), Clock.systemUTC(), _ -> new byte[0], TAP_BYTES);
                capture.setRules(Exchanges.TRACKING);
                ExchangeListener loop = capture.onEventLoop();
                for (int n = 1; n <= 10; n++) {
                    loop.finished(streamed(capture));
                    assertThat(capture.lostCount()).isEqualTo(n);
                }
                assertThat(capture.taps.take(TAP_BYTES)).as("all room is free").isTrue();
            }
        }
    }

    private static Exchange streamed(Capture capture) throws Exception {
        Request request = Request.of(Method.GET, "/api/stream");
        request.route("GET /api/stream");
        Response.BodyWriter writer = out -> out.write(new byte[1000]);
        Response answer =
                new Recorder(capture).before(_ -> Response.of(200).body(writer)).handle(request);
        ((Response.Streamed) answer.content()).writer().writeTo(OutputStream.nullOutputStream());
        return new Exchange(request, Exchanges.CLIENT, 200, 0, 1000, Exchanges.timeOf(1), 1000);
    }
}
