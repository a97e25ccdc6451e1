package vesper.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request, already found valid: method, path and query of its target, header fields and body.
 *
 * <p>Its parts may be kept after the answer; only the body is gone then. Used by one thread at a time.
 */
public final class Request {
    private static final VarHandle WHEN_OVER;
    private static final VarHandle BODY;
    private static final VarHandle TRACE;
    private static final VarHandle ROUTE;
    private static final VarHandle NOTE;

    /** Stands in the place of what is to be done for an exchange that is over. */
    private enum Over implements Runnable {
        OVER;

        @Override
        public void run() {}
    }

    static {
        try {
            WHEN_OVER = MethodHandles.lookup().findVarHandle(Request.class, "whenOver", Runnable.class);
            ROUTE = MethodHandles.lookup().findVarHandle(Request.class, "route", String.class);
            NOTE = MethodHandles.lookup().findVarHandle(Request.class, "note", Object.class);
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
    /** Like {@link #route} written without a full fence, of which each would cost every request some nanoseconds. */
    private RequestBody body;

    private final Peer peer;
    private @Nullable String route;
    /** Like {@link #route}. */
    private @Nullable Object note;
    /** Null until somebody asks. */
    private volatile @Nullable TraceContext trace;
    /** The thread that {@link #handleHere} runs on; null for none, or the one that the connection knows. */
    private volatile @Nullable Thread handledBy;
    /** Why it could not be answered as it should; null where it was. */
    private volatile @Nullable String failure;
    /** What is to be done at the end; null for nothing. */
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
     * A request that came over no wire, for tests and callers in the same process.
     *
     * @param target path and optional query, {@code /api/echo?echo=hi}
     */
    public static Request of(Method method, String target, Headers headers, byte[] body) {
        return of(method, target, headers, body, Peer.NOWHERE);
    }

    /**
     * A request that came over no wire, and is taken for one of this address.
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

    /** The same request to another path, taking only this media type as its answer. It is over when this one is. */
    public Request asking(String otherPath, String accepted) {
        Headers asking = headers.with("Accept", accepted);
        Request other = new Request(method, otherPath, query, version, asking, body, peer);
        other.trace = trace();
        whenOver(other::forgetBody);
        return other;
    }

    public Method method() {
        return method;
    }

    /**
     * The path, still percent-encoded, beginning with a slash and without dot segments; {@code *} for
     * {@code OPTIONS *}. Every percent sign in it is followed by two hex digits.
     */
    public String path() {
        return path;
    }

    /** What follows the question mark, still encoded; empty where there is none. */
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

    /** Puts other fields in the place of those that came, for a handler that stands before another one. */
    public void headers(Headers others) {
        headers = others;
    }

    /** Puts other content in the place of what came, decoded for example; see {@link #headers(Headers)}. */
    public void body(RequestBody other) {
        BODY.setRelease(this, other);
    }

    /** The exchange is over: whoever keeps the request for longer does not keep its body. */
    void forgetBody() {
        // One fence for both fields: it is the one after this that every request pays for.
        BODY.setRelease(this, WholeBody.EMPTY);
        Runnable action = (Runnable) WHEN_OVER.getAndSet(this, Over.OVER);
        if (action != null) action.run();
    }

    /** Ends the exchange of a request that came over no wire, for whoever carried it out and has taken its answer. */
    public void over() {
        forgetBody();
    }

    /**
     * Has something done as soon as the exchange is over: the answer's last byte is on its way, or the client is gone.
     * At once where it is over already; for a request that came over no wire, when {@link #over} says so. The action
     * runs on the event loop, or here, and must neither wait nor throw.
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
     * Takes room for content of its answer that is held until it is sent, beside that of all other requests
     * ({@link HttpLimits#heldAnswerBytes}); it is given back when the exchange is over. False where there is none.
     */
    public boolean takesRoomForAnswer(int bytes) {
        HeldBytes room = peer.answers();
        if (room == null) return true;
        if (!room.take(bytes)) return false;
        whenOver(() -> room.giveBack(bytes));
        return true;
    }

    /** The trace that this request is a part of: the caller's, or one that begins here. */
    public TraceContext trace() {
        TraceContext known = trace;
        if (known != null) return known;
        TraceContext made = TraceContext.of(headers);
        return TRACE.compareAndSet(this, null, made) ? made : trace();
    }

    /** The request that the calling thread handles; other threads, which a handler starts, handle none. */
    public static Optional<Request> current() {
        return Optional.ofNullable(Handling.ofThread().request);
    }

    /** Runs an action on this thread as a part of handling this request, so that {@link #current} knows of it. */
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

    /** After this nobody interrupts the thread that it was, which may go on with something else. */
    private synchronized void handledBy(@Nullable Thread other) {
        handledBy = other;
    }

    /** The thread that handles it beside the one that its connection knows; null for none. */
    @Nullable
    Thread handledBy() {
        return handledBy;
    }

    /** Interrupts that thread. @return false where there is none */
    synchronized boolean interruptHandling() {
        Thread thread = handledBy;
        if (thread == null) return false;
        thread.interrupt();
        return true;
    }

    /** The peer of the connection. */
    public InetSocketAddress remoteAddress() {
        return peer.address();
    }

    /** Whether it came over TLS. */
    public boolean isSecure() {
        return peer.secure();
    }

    /** {@code https} where it came over TLS, else {@code http}. */
    public String scheme() {
        return peer.secure() ? "https" : "http";
    }

    /** What the client has proved to be, where the server asks for that ({@link TlsSettings#clientAuth}). */
    public Optional<X509Certificate> clientCertificate() {
        return Optional.ofNullable(peer.certificate());
    }

    /** The name in that certificate (RFC 2253), {@code CN=alice,O=Example}. */
    public Optional<String> clientSubject() {
        return clientCertificate()
                .map(certificate -> certificate.getSubjectX500Principal().getName());
    }

    /** What answers this request, as the router named it ({@code GET /api/orders/{id}}); empty until then. */
    public String route() {
        String named = route;
        return named == null ? "" : named;
    }

    /** Names what answers this request, for logs and measurements. */
    public void route(String route) {
        ROUTE.setRelease(this, route);
    }

    /** What was noted of this exchange, for an {@link ExchangeListener} to find at its end; null for nothing. */
    public @Nullable Object note() {
        return note;
    }

    /** Notes something in the place of what was noted before. */
    public void note(Object note) {
        NOTE.setRelease(this, note);
    }

    /** Notes why it could not be answered as it should, for an {@link ExchangeListener} to tell. */
    public void failed(Throwable why) {
        failed(FailureText.of(why));
    }

    /** The same in words, which are for operators and not for clients. */
    public void failed(String why) {
        failure = FailureText.bounded(why);
    }

    /** Why it could not be answered as it should, in at most {@value FailureText#LONGEST} characters; null where it was. */
    public @Nullable String failure() {
        return failure;
    }

    /** The trace that this request is a part of, where somebody has asked for it; null otherwise. */
    public @Nullable TraceContext knownTrace() {
        return trace;
    }

    @Override
    public String toString() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + query);
    }
}
