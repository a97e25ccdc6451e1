package vesper.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A valid request: method, path and query of its target, header fields and body.
 *
 * <p>Everything but the body remains available after the response. Used by one thread at a time.
 */
public final class Request {
    private static final VarHandle WHEN_OVER;
    private static final VarHandle BODY;
    private static final VarHandle TRACE;
    private static final VarHandle ROUTE;
    private static final VarHandle CALLER;
    private static final VarHandle SLOT_0;
    private static final VarHandle SLOT_1;
    private static final VarHandle SLOT_2;
    private static final VarHandle SLOT_3;

    /** Marks, in place of the action in {@link #whenOver}, that the exchange is over. */
    private enum Over implements Runnable {
        OVER;

        @Override
        public void run() {}
    }

    static {
        try {
            WHEN_OVER = MethodHandles.lookup().findVarHandle(Request.class, "whenOver", Runnable.class);
            ROUTE = MethodHandles.lookup().findVarHandle(Request.class, "route", String.class);
            CALLER = MethodHandles.lookup().findVarHandle(Request.class, "caller", Caller.class);
            SLOT_0 = MethodHandles.lookup().findVarHandle(Request.class, "slot0", Object.class);
            SLOT_1 = MethodHandles.lookup().findVarHandle(Request.class, "slot1", Object.class);
            SLOT_2 = MethodHandles.lookup().findVarHandle(Request.class, "slot2", Object.class);
            SLOT_3 = MethodHandles.lookup().findVarHandle(Request.class, "slot3", Object.class);
            TRACE = MethodHandles.lookup().findVarHandle(Request.class, "trace", TraceContext.class);
            BODY = MethodHandles.lookup().findVarHandle(Request.class, "body", RequestBody.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Method method;
    private final String path;
    private final String query;
    private final HttpVersion version;
    private volatile Headers headers;
    /** Written without a full fence, like {@link #route}: each would cost every request some nanoseconds. */
    private RequestBody body;

    private final Peer peer;
    private @Nullable String route;
    /** Null until first requested or set. Written like {@link #route}. */
    private @Nullable Caller caller;
    /** Values of the slots, as fields rather than an array, so that a request needs no second object. */
    private @Nullable Object slot0;

    private @Nullable Object slot1;
    private @Nullable Object slot2;
    private @Nullable Object slot3;
    /** Null until first requested. */
    private volatile @Nullable TraceContext trace;
    /** The thread that runs {@link #handleHere}; null if none, or if the connection knows the thread. */
    private volatile @Nullable Thread handledBy;
    /** Written before the response is passed on, which makes it visible. */
    private boolean hasSecretContent;
    /** Why the request failed; null if it did not. */
    private volatile @Nullable String failure;
    /** Action to run at the end of the exchange, or null. */
    private volatile @Nullable Runnable whenOver;

    Request(
            Method method,
            String path,
            String query,
            HttpVersion version,
            Headers headers,
            RequestBody body,
            Peer peer) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.version = version;
        this.headers = headers;
        this.body = body;
        this.peer = peer;
    }

    /**
     * Creates a request without a connection, for tests and callers in the same process.
     *
     * @param target path and optional query, {@code /api/echo?echo=hi}
     */
    public static Request of(Method method, String target, Headers headers, byte[] body) {
        return of(method, target, headers, body, Peer.NOWHERE);
    }

    /**
     * Creates a request without a connection that appears to come from this address.
     *
     * @param target path and optional query, {@code /api/echo?echo=hi}
     */
    public static Request of(
            Method method, String target, Headers headers, byte[] body, InetSocketAddress remoteAddress) {
        return of(method, target, headers, body, Peer.plain(remoteAddress, null));
    }

    private static Request of(Method method, String target, Headers headers, byte[] body, Peer peer) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        return new Request(method, path, query, HttpVersion.HTTP_1_1, headers, RequestBody.of(body), peer);
    }

    public static Request of(Method method, String target) {
        return of(method, target, Headers.NONE, new byte[0]);
    }

    /**
     * Returns a copy for another path, with this media type as its only {@code Accept}. Its exchange ends with that of
     * this request.
     */
    public Request asking(String otherPath, String accepted) {
        Headers asking = headers.with("Accept", accepted);
        Request other = new Request(method, otherPath, query, version, asking, body, peer);
        other.trace = trace();
        other.caller = caller;
        whenOver(other::forgetBody);
        return other;
    }

    public Method method() {
        return method;
    }

    /**
     * Returns the path, still percent-encoded, starting with a slash and without dot segments; {@code *} for
     * {@code OPTIONS *}. Every percent sign in it is followed by two hex digits.
     */
    public String path() {
        return path;
    }

    /** Returns the text after the question mark, still encoded, or an empty string. */
    public String query() {
        return query;
    }

    public HttpVersion version() {
        return version;
    }

    public Headers headers() {
        return headers;
    }

    public RequestBody body() {
        return (RequestBody) BODY.getAcquire(this);
    }

    /** Replaces the header fields, for a handler that wraps another one. */
    public void headers(Headers others) {
        headers = others;
    }

    /** Replaces the body, with a decoded one for example; see {@link #headers(Headers)}. */
    public void body(RequestBody other) {
        BODY.setRelease(this, other);
    }

    /** Releases the body at the end of the exchange, so that a retained request does not retain its body. */
    void forgetBody() {
        // One fence serves both fields: every request pays for the getAndSet that follows.
        BODY.setRelease(this, WholeBody.EMPTY);
        Runnable action = (Runnable) WHEN_OVER.getAndSet(this, Over.OVER);
        if (action != null) action.run();
    }

    /**
     * Ends the exchange of a request without a connection. Called by the code that ran it, once the response is
     * consumed.
     */
    public void over() {
        forgetBody();
    }

    /**
     * Registers an action for the end of the exchange: the last byte of the response is on its way, or the client is
     * gone. If the exchange is over already, the action runs now. For a request without a connection it runs on
     * {@link #over}. The action runs on the event loop or on the calling thread, and must neither block nor throw.
     */
    public void whenOver(Runnable action) {
        while (true) {
            Runnable before = whenOver;
            if (before == Over.OVER) {
                action.run();
                return;
            }
            Runnable both = before == null
                    ? action
                    : () -> {
                        before.run();
                        action.run();
                    };
            if (WHEN_OVER.compareAndSet(this, before, both)) return;
        }
    }

    /**
     * Takes budget for response content that is held until it is sent, from the budget shared with all other requests
     * ({@link HttpLimits#heldAnswerBytes}). It is given back when the exchange is over. Returns false if there is too
     * little.
     */
    public boolean takesRoomForAnswer(int bytes) {
        HeldBytes room = peer.answers();
        if (room == null) return true;
        if (!room.take(bytes)) return false;
        whenOver(() -> room.release(bytes));
        return true;
    }

    /** Returns the trace that this request belongs to: the caller's, or a new one. */
    public TraceContext trace() {
        TraceContext known = trace;
        if (known != null) return known;
        TraceContext made = TraceContext.of(headers);
        return TRACE.compareAndSet(this, null, made) ? made : trace();
    }

    /** Returns the request that the calling thread handles. Threads that a handler starts handle none. */
    public static Optional<Request> current() {
        return Optional.ofNullable(Handling.ofThread().request);
    }

    /** Runs an action on this thread as a part of handling this request, so that {@link #current} returns it. */
    public void handleHere(Runnable action) {
        Handling here = Handling.ofThread();
        Request before = here.request;
        Thread threadBefore = handledBy;
        here.request = this;
        handledBy = Thread.currentThread();
        try {
            action.run();
        } finally {
            here.request = before;
            handledBy(threadBefore);
        }
    }

    /**
     * Synchronized, so that the previous thread, which may continue with other work, is not interrupted after this
     * returns.
     */
    private synchronized void handledBy(@Nullable Thread other) {
        handledBy = other;
    }

    /** Returns the thread that handles the request, if it is not the one that the connection knows; null for none. */
    @Nullable
    Thread handledBy() {
        return handledBy;
    }

    /** Interrupts that thread, if any. Returns whether it did. */
    synchronized boolean interruptHandling() {
        Thread thread = handledBy;
        if (thread == null) return false;
        thread.interrupt();
        return true;
    }

    public InetSocketAddress remoteAddress() {
        return peer.address();
    }

    /** Returns whether the request came over TLS. */
    public boolean isSecure() {
        return peer.secure();
    }

    /** Returns {@code https} if the request came over TLS, else {@code http}. */
    public String scheme() {
        return peer.secure() ? "https" : "http";
    }

    /** Returns the client's certificate, if the server requests one ({@link TlsSettings#clientAuth}). */
    public Optional<X509Certificate> clientCertificate() {
        return Optional.ofNullable(peer.certificate());
    }

    /** Returns the subject of that certificate (RFC 2253), such as {@code CN=alice,O=Example}. */
    public Optional<String> clientSubject() {
        return clientCertificate()
                .map(certificate -> certificate.getSubjectX500Principal().getName());
    }

    /** Returns the route of this request as named by the router ({@code GET /api/orders/{id}}); empty until then. */
    public String route() {
        String named = route;
        return named == null ? "" : named;
    }

    /** Sets the name of the route, for logs and metrics. */
    public void route(String route) {
        ROUTE.setRelease(this, route);
    }

    /** Returns the caller: as set by authentication, else as the request itself names it. */
    public Caller caller() {
        Caller known = caller;
        if (known != null) return known;
        Caller named = Caller.namedBy(this);
        caller(named);
        return named;
    }

    /** Sets the caller, once it is authenticated. */
    public void caller(Caller known) {
        CALLER.setRelease(this, known);
    }

    /** Returns the value in a slot; null if there is none. */
    public <T> @Nullable T get(Slot<T> slot) {
        Object value = switch (slot.index()) {
            case 0 -> slot0;
            case 1 -> slot1;
            case 2 -> slot2;
            default -> slot3;
        };
        return slot.cast(value);
    }

    /** Sets the value in a slot, for listeners and filters to read until the end of the exchange. */
    public <T> void set(Slot<T> slot, T value) {
        switch (slot.index()) {
            case 0 -> SLOT_0.setRelease(this, value);
            case 1 -> SLOT_1.setRelease(this, value);
            case 2 -> SLOT_2.setRelease(this, value);
            default -> SLOT_3.setRelease(this, value);
        }
    }

    /** Records why the request failed, for an {@link ExchangeListener} to report. */
    public void failed(Throwable why) {
        failed(FailureText.of(why));
    }

    /** Records why the request failed, in words for operators, not for clients. */
    public void failed(String why) {
        failure = FailureText.bounded(why);
    }

    /** Marks the content of the request and its response as secret: it is never recorded. */
    public void markContentSecret() {
        hasSecretContent = true;
    }

    public boolean hasSecretContent() {
        return hasSecretContent;
    }

    /** Returns why the request failed, in at most {@value FailureText#LONGEST} characters; null if it did not. */
    public @Nullable String failure() {
        return failure;
    }

    /** Returns the trace of this request if it was requested before; null otherwise. */
    public @Nullable TraceContext knownTrace() {
        return trace;
    }

    @Override
    public String toString() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + query);
    }
}
