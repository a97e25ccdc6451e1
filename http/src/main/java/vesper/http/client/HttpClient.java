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
 * Calls servers over connections that it keeps, a pool for each origin. Make one and share it: any thread may call, and
 * a client that was never used has no threads.
 *
 * <p>{@code send…} returns at once. What is chained to its futures runs on the client's event loops, so it must not
 * wait for anything; the {@code Async} methods of {@link CompletableFuture} are for that. {@code exchange…} waits,
 * which costs next to nothing on a virtual thread, and is refused on an event loop. Cancelling a future ends its call.
 *
 * <p>A call that gets no answer fails with a {@link ClientException}. A server that answers 404 or 500 has answered.
 */
public final class HttpClient implements AutoCloseable {
    private final ClientSettings settings;
    private final AddedFields fields;
    private final AddedFields fieldsWithoutAgent;
    private final AddedFields agentOnly;
    private final AddedFields none = AddedFields.of();
    private final Object lock = new Object();
    private volatile @Nullable ClientEngine engine;
    /** Under the lock. */
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

    /** The answer with its whole body, at most {@link ClientLimits#bodyBytes}. */
    public CompletableFuture<ClientResponse> send(ClientRequest request) {
        PendingAnswer<ClientResponse> future = new PendingAnswer<>();
        watch(request, future, ClientResponse::status);
        return begin(request, future, new WholeAnswer(future, settings, decompresses(request)));
    }

    /** The answer as soon as its head is there; its body is read while it arrives. */
    public CompletableFuture<StreamedResponse> sendForStream(ClientRequest request) {
        PendingAnswer<StreamedResponse> future = new PendingAnswer<>();
        watch(request, future, StreamedResponse::status);
        return begin(request, future, new StreamedAnswer(future, settings, decompresses(request)));
    }

    /** The answer once its body is in this file, which is replaced as a whole or stays as it was. */
    public CompletableFuture<SavedResponse> sendForFile(ClientRequest request, Path file) {
        return SavedAnswer.of(sendForStream(request), file);
    }

    /**
     * Waits for {@link #send}.
     *
     * @throws ClientException if there is no answer
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

    private <T> void watch(ClientRequest request, PendingAnswer<T> future, ToIntFunction<T> status) {
        CallWatch watch = settings.watch();
        CallWatch.Ending ending = watch == null ? null : watch.begins(request);
        if (ending != null) future.tell(ending, status);
    }

    private <T> PendingAnswer<T> begin(ClientRequest request, PendingAnswer<T> future, Delivery delivery) {
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

    /** Null where the client was closed before it had one; one that it has knows itself. */
    private @Nullable ClientEngine engine() {
        ClientEngine running = engine;
        if (running != null) return running;
        synchronized (lock) {
            running = engine;
            if (running == null && !closed) engine = running = ClientEngine.start(settings, ThreadLocalRandom::current);
            return running;
        }
    }

    /** Connections that are open or being opened, those among them that only finish the calls that they have. */
    public int connections() {
        ClientEngine running = engine;
        return running == null ? 0 : running.connections.get();
    }

    /** Calls that wait for a connection. */
    public int waiting() {
        ClientEngine running = engine;
        return running == null ? 0 : running.waiting();
    }

    /**
     * Closes every connection, fails the calls that are not over with {@link ClientClosedException}, and ends all
     * threads. Whoever closes it again waits likewise. What is chained to a future may call it too; where that runs on
     * one of these threads, it does not wait for their end.
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

    /** Puts a client together; what is not said has a default. */
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

        /** Default {@link Redirects#NONE}. */
        public Builder redirects(Redirects other) {
            redirects = other;
            return this;
        }

        /** Default {@link Retries#NONE}. */
        public Builder retries(Retries other) {
            retries = other;
            return this;
        }

        public Builder tls(ClientTls other) {
            tls = other;
            return this;
        }

        /** Default {@link ClientProtocol#AUTOMATIC}. */
        public Builder protocol(ClientProtocol other) {
            protocol = other;
            return this;
        }

        /** Threads that read and write; by default half as many as there are processors. */
        public Builder eventLoops(int count) {
            if (count < 1 || count > MOST_LOOPS)
                throw new IllegalArgumentException(count + " event loops are not from 1 to " + MOST_LOOPS);
            eventLoops = count;
            return this;
        }

        /** Whether gzip and deflate are asked for and undone; true by default. */
        public Builder decompresses(boolean whether) {
            decompresses = whether;
            return this;
        }

        /** What the client calls itself, nothing for no such field. */
        public Builder userAgent(String text) {
            if (!FieldSyntax.isValue(text)) throw new IllegalArgumentException("control character in the user agent");
            userAgent = text;
            return this;
        }

        /**
         * The addresses that the client connects to, all by default. What is asked is each address that a connection is
         * about to be made to, so that no name server can answer otherwise in between.
         */
        public Builder connectingTo(Predicate<InetAddress> addresses) {
            reachable = addresses;
            return this;
        }

        /**
         * Fields that every request carries on from the work that it is made for, such as {@code traceparent}. They are
         * asked for on the thread that makes the call. A redirect to another origin is followed without credentials.
         */
        public Builder passingOn(Supplier<Headers> fields) {
            passedOn = fields;
            return this;
        }

        /** Told of each call. */
        public Builder watchedBy(CallWatch told) {
            watch = told;
            return this;
        }

        /** @throws IllegalArgumentException if a PEM file that was named cannot be read */
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
