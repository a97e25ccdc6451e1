package vesper.http.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A writer for the content of a publisher. It requests the next piece when the one before is written. */
final class PublishedContent implements Flow.Subscriber<ByteBuffer> {
    private static final long LONGEST_WAIT_SECONDS = TimeUnit.DAYS.toSeconds(1);

    /** A piece, or the end, with a reason if it is a failure. */
    private record Signal(
            @Nullable ByteBuffer piece, @Nullable Throwable failure) {}

    private final Flow.Publisher<ByteBuffer> publisher;
    /**
     * One piece and one end: only one piece is requested at a time, and a publisher that sends more gets an exception.
     */
    private final ArrayBlockingQueue<Signal> signals = new ArrayBlockingQueue<>(2);

    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean over;

    PublishedContent(Flow.Publisher<ByteBuffer> publisher) {
        this.publisher = publisher;
    }

    void writeTo(OutputStream out) throws IOException {
        try {
            publisher.subscribe(this);
            for (Signal next = next(); next.piece != null; next = next()) {
                byte[] bytes = new byte[next.piece.remaining()];
                next.piece.get(bytes);
                out.write(bytes);
                out.flush();
                request();
            }
        } finally {
            over = true;
            Flow.Subscription open = subscription;
            if (open != null) open.cancel();
        }
    }

    private Signal next() throws IOException {
        try {
            Signal next = signals.poll(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) throw new IOException("nothing was published for a day");
            if (next.failure != null) throw new IOException("the publisher failed", next.failure);
            return next;
        } catch (InterruptedException e) {
            throw new IOException("interrupted while waiting for the publisher", e);
        }
    }

    private void request() {
        Flow.Subscription open = subscription;
        if (open != null) open.request(1);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (over) given.cancel();
        else given.request(1);
    }

    @Override
    public void onNext(ByteBuffer piece) {
        signals.add(new Signal(piece, null));
    }

    @Override
    public void onError(Throwable failure) {
        signals.add(new Signal(null, failure));
    }

    @Override
    public void onComplete() {
        signals.add(new Signal(null, null));
    }
}
