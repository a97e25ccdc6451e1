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

/** Resolves the destinations that rules name: URLs are called over the network, paths within this process. */
final class Receivers {
    private static final String JSON = "application/json";
    /** Remote address of in-process calls. Not a loopback address, because those have operator access. */
    private static final InetSocketAddress NOBODY = new InetSocketAddress(0);

    private final HttpClient client;
    private final Handler own;
    private final Duration timeout;
    private final RandomGenerator random;
    private final Supplier<CallTraces> traces;
    private final CallbackTrigger trigger;

    /**
     * Creates a resolver.
     *
     * @param own handles calls to paths
     * @param timeout limit for one attempt
     * @param traces supplies the trace ids that calls use
     * @param trigger counts the calls
     */
    Receivers(
            HttpClient client,
            Handler own,
            Duration timeout,
            RandomGenerator random,
            Supplier<CallTraces> traces,
            CallbackTrigger trigger) {
        this.client = client;
        this.own = own;
        this.timeout = timeout;
        this.random = random;
        this.traces = traces;
        this.trigger = trigger;
    }

    /**
     * Returns the receiver for a destination.
     *
     * @param destination a URL, or a path on this server
     */
    Receiver at(String destination) {
        Receiver receiver =
                destination.startsWith("/") ? json -> callOwn(destination, json) : json -> post(destination, json);
        return trigger.calling(destination, receiver);
    }

    private void post(String url, byte[] json) throws IOException {
        ClientRequest request = ClientRequest.of(Method.POST, URI.create(url))
                .body(json)
                .header("Content-Type", JSON)
                .header("traceparent", traces.get().next(random))
                .timeout(timeout);
        // Streamed, so that the body, which may be long, is not read.
        try (StreamedResponse answer = client.exchangeForStream(request)) {
            check(answer.status());
        }
    }

    /**
     * Calls a path of this server. After a timeout it waits for the interrupted handler to end, because a handler that
     * still runs has to count against the limit of concurrent calls.
     */
    private void callOwn(String path, byte[] json) throws IOException, InterruptedException {
        Headers headers =
                Headers.of("Content-Type", JSON, "traceparent", traces.get().next(random));
        Request request = Request.of(Method.POST, path, headers, json, NOBODY);
        InProcessCall call = InProcessCall.forStatus(own, request);
        try {
            if (!call.await(timeout)) {
                call.stop();
                throw NotAcceptedException.late(timeout.toMillis());
            }
        } finally {
            call.interrupt();
            // Releases the resources that are held for the request.
            request.over();
        }
        check(call.status());
    }

    private static void check(int status) throws NotAcceptedException {
        if (status / 100 != 2) throw NotAcceptedException.answered(status);
    }
}
