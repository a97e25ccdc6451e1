package vesper.records.watching;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.client.ClientRequest;
import vesper.http.client.HttpClient;
import vesper.http.client.StreamedResponse;
import vesper.records.capture.InProcessCall;

/** Those that rules name: by URL over the network, by path in this process. */
final class Receivers {
    private static final String JSON = "application/json";
    /** Not the machine itself, which is let in where operators are. */
    private static final InetSocketAddress NOBODY = new InetSocketAddress(0);

    private final HttpClient client;
    private final Handler own;
    private final Duration timeout;
    private final RandomGenerator random;
    private final Supplier<CallTraces> traces;

    /**
     * @param own answers paths
     * @param timeout of one attempt
     * @param traces that calls belong to
     */
    Receivers(HttpClient client, Handler own, Duration timeout, RandomGenerator random, Supplier<CallTraces> traces) {
        this.client = client;
        this.own = own;
        this.timeout = timeout;
        this.random = random;
        this.traces = traces;
    }

    /** @param destination a URL, or a path of this server */
    Receiver at(String destination) {
        return destination.startsWith("/") ? json -> callOwn(destination, json) : json -> post(destination, json);
    }

    private void post(String url, byte[] json) throws IOException {
        ClientRequest request = ClientRequest.of(Method.POST, URI.create(url))
                .body(json)
                .header("Content-Type", JSON)
                .header("traceparent", traces.get().next(random))
                .timeout(timeout);
        // Nobody wants the content of the answer, which may be long.
        try (StreamedResponse answer = client.exchangeForStream(request)) {
            check(answer.status());
        }
    }

    /** Whoever waits here for one that is late stays until it has ended, so that no more run than may. */
    private void callOwn(String path, byte[] json) throws IOException, InterruptedException {
        Headers headers =
                Headers.of("Content-Type", JSON, "traceparent", traces.get().next(random));
        Request request = Request.of(Method.POST, path, headers, json, NOBODY);
        InProcessCall call = InProcessCall.forStatus(own, request);
        try {
            if (!call.await(timeout)) {
                call.stop();
                throw NotTakenException.late(timeout.toMillis());
            }
        } finally {
            call.interrupt();
            // What is held for a request is let go when it is over.
            request.over();
        }
        check(call.status());
    }

    private static void check(int status) throws NotTakenException {
        if (status / 100 != 2) throw NotTakenException.answered(status);
    }
}
