package vesper.http.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.fields.FieldSyntax;

/**
 * An HTTP client with a pool of persistent connections for each origin. Create one and share it: it is thread-safe, and
 * has no threads until its first call.
 *
 * <p>{@code send…} methods return at once. Actions chained to their futures run on the client's event loops, so they
 * must not block; use the {@code Async} methods of {@link CompletableFuture} for those that do. {@code exchange…}
 * methods wait, which costs almost nothing on a virtual thread, and throw on an event loop. Cancelling a future ends
 * its call.
 *
 * <p>A call without a response fails with a {@link ClientException}. A status of 404 or 500 is a response, not a
 * failure.
 */
public final class HttpClient implements AutoCloseable {
    private final ClientSettings settings;
    private final AddedFields fields;
    private final AddedFields fieldsWithoutAgent;
    private final AddedFields agentOnly;
    private final AddedFields none = AddedFields.of();
    private final Object lock = new Object();
    private volatile @Nullable ClientEngine engine;
    /** Guarded by {@link #lock}. */
    private boolean closed;

    private HttpClient(ClientSettings settings) {
        this.settings = settings;
        String[] agent =
                settings.userAgent().isEmpty() ? new String[0] : new String[] {"User-Agent", settings.userAgent()};
        Headers encoding = settings.decompresses() ? Headers.of("Accept-Encoding", "gzip, deflate") : Headers.NONE;
        agentOnly = AddedFields.of(agent);
        fields = agentOnly.and(encoding);
        fieldsWithoutAgent = none.and(encoding);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Sends a request and collects the whole response body, at most {@link ClientLimits#bodyBytes}. */
    public CompletableFuture<ClientResponse> send(ClientRequest request) {
        PendingResponse<ClientResponse> future = new PendingResponse<>();
        watch(request, future, ClientResponse::status);
        return begin(request, future, new WholeDelivery(future, settings, decompresses(request)));
    }

    /** Sends a request. The future completes with the head of the response; the body is read while it arrives. */
    public CompletableFuture<StreamedResponse> sendForStream(ClientRequest request) {
        PendingResponse<StreamedResponse> future = new PendingResponse<>();
        watch(request, future, StreamedResponse::status);
        return begin(request, future, new StreamDelivery(future, settings, decompresses(request)));
    }

    /** Sends a request and stores the response body in a file, which is replaced atomically or left unchanged. */
    public CompletableFuture<SavedResponse> sendForFile(ClientRequest request, Path file) {
        return FileDelivery.of(sendForStream(request), file);
    }

    /**
     * Waits for {@link #send}.
     *
     * @throws ClientException if there is no response
     * @throws InterruptedIOException if the thread was interrupted; the call is cancelled
     */
    public ClientResponse exchange(ClientRequest request) throws IOException {
        return await(() -> send(request));
    }

    /** Waits for {@link #sendForStream}. */
    public StreamedResponse exchangeForStream(ClientRequest request) throws IOException {
        return await(() -> sendForStream(request));
    }

    /** Waits for {@link #sendForFile}. */
    public SavedResponse exchangeForFile(ClientRequest request, Path file) throws IOException {
        return await(() -> sendForFile(request, file));
    }

    private static <T> T await(Supplier<CompletableFuture<T>> call) throws IOException {
        BlockingCalls.refuseOnEventLoop();
        CompletableFuture<T> future = call.get();
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an answer");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) throw cause;
            throw new IOException(e.getCause());
        }
    }

    private <T> void watch(ClientRequest request, PendingResponse<T> future, ToIntFunction<T> status) {
        CallWatch watch = settings.watch();
        CallWatch.Ending ending = watch == null ? null : watch.begins(request);
        if (ending != null) future.observe(ending, status);
    }

    private <T> PendingResponse<T> begin(ClientRequest request, PendingResponse<T> future, Delivery delivery) {
        ClientEngine running = engine();
        if (running == null) {
            future.fail(ClientEngine.closedNow(request));
            return future;
        }
        Call call = new Call(running, request, delivery, fieldsBeside(request));
        future.belongsTo(call);
        call.start();
        return future;
    }

    private boolean decompresses(ClientRequest request) {
        return settings.decompresses() && !request.has("accept-encoding");
    }

    private AddedFields fieldsBeside(ClientRequest request) {
        boolean agent = !request.has("user-agent");
        if (decompresses(request) || !settings.decompresses()) return agent ? fields : fieldsWithoutAgent;
        return agent ? agentOnly : none;
    }

    /**
     * Returns null if the client was closed before its first call. An existing engine rejects calls itself once closed.
     */
    private @Nullable ClientEngine engine() {
        ClientEngine running = engine;
        if (running != null) return running;
        synchronized (lock) {
            running = engine;
            if (running == null && !closed) engine = running = ClientEngine.start(settings, ThreadLocalRandom::current);
            return running;
        }
    }

    /**
     * Returns the number of connections that are open or being opened, including those that finish their last calls.
     */
    public int connections() {
        ClientEngine running = engine;
        return running == null ? 0 : running.connections.get();
    }

    /** Returns the number of calls that wait for a connection. */
    public int waiting() {
        ClientEngine running = engine;
        return running == null ? 0 : running.waiting();
    }

    /**
     * Closes every connection, fails unfinished calls with {@link ClientClosedException}, and ends all threads. Further
     * calls of this method wait likewise. An action chained to a future may call it too; on one of the client's threads
     * it does not wait for their end.
     */
    @Override
    public void close() {
        ClientEngine running;
        synchronized (lock) {
            closed = true;
            running = engine;
        }
        if (running != null) running.close();
    }

    /** A builder of clients; every setting has a default. */
    public static final class Builder {
        private static final int MOST_LOOPS = 1000;
        private ClientLimits limits = ClientLimits.DEFAULTS;
        private ClientTimeouts timeouts = ClientTimeouts.DEFAULTS;
        private Redirects redirects = Redirects.NONE;
        private Retries retries = Retries.NONE;
        private ClientTls tls = ClientTls.DEFAULTS;
        private ClientProtocol protocol = ClientProtocol.AUTOMATIC;
        private int eventLoops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        private boolean decompresses = true;
        private String userAgent = "vesper";
        private Predicate<InetAddress> reachable = _ -> true;
        private @Nullable Supplier<Headers> passedOn;
        private @Nullable CallWatch watch;

        private Builder() {}

        public Builder limits(ClientLimits other) {
            limits = other;
            return this;
        }

        public Builder timeouts(ClientTimeouts other) {
            timeouts = other;
            return this;
        }

        /** Sets whether redirects are followed; by default {@link Redirects#NONE}. */
        public Builder redirects(Redirects other) {
            redirects = other;
            return this;
        }

        /** Sets how failed calls are retried; by default {@link Retries#NONE}. */
        public Builder retries(Retries other) {
            retries = other;
            return this;
        }

        public Builder tls(ClientTls other) {
            tls = other;
            return this;
        }

        /** Sets the HTTP versions; by default {@link ClientProtocol#AUTOMATIC}. */
        public Builder protocol(ClientProtocol other) {
            protocol = other;
            return this;
        }

        /** Sets the number of threads that read and write; by default half the number of processors. */
        public Builder eventLoops(int count) {
            if (count < 1 || count > MOST_LOOPS)
                throw new IllegalArgumentException(count + " event loops are not from 1 to " + MOST_LOOPS);
            eventLoops = count;
            return this;
        }

        /** Sets whether gzip and deflate are requested and decoded; by default true. */
        public Builder decompresses(boolean whether) {
            decompresses = whether;
            return this;
        }

        /** Sets the User-Agent field; an empty text omits it. */
        public Builder userAgent(String text) {
            if (!FieldSyntax.isValue(text)) throw new IllegalArgumentException("control character in the user agent");
            userAgent = text;
            return this;
        }

        /**
         * Restricts the addresses that the client connects to; by default all are allowed. The test applies to the very
         * address of each connection, so no name server can give a different answer between check and use.
         */
        public Builder connectingTo(Predicate<InetAddress> addresses) {
            reachable = addresses;
            return this;
        }

        /**
         * Adds fields that every request inherits from the work it is made for, such as {@code traceparent}. The
         * supplier is called on the thread that makes the call. Credentials are removed on a redirect to another
         * origin.
         */
        public Builder passingOn(Supplier<Headers> fields) {
            passedOn = fields;
            return this;
        }

        /** Sets an observer of all calls. */
        public Builder watchedBy(CallWatch told) {
            watch = told;
            return this;
        }

        /** @throws IllegalArgumentException if one of the PEM files cannot be read */
        public HttpClient build() {
            if (!tls.equals(ClientTls.DEFAULTS)) check();
            return new HttpClient(new ClientSettings(
                    limits,
                    timeouts,
                    redirects,
                    retries,
                    tls,
                    protocol,
                    eventLoops,
                    decompresses,
                    userAgent,
                    reachable,
                    passedOn,
                    watch));
        }

        private void check() {
            try {
                ClientTlsContext.of(tls, protocol);
            } catch (SSLException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }
}
