package vesper.records.admin;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import vesper.rest.StreamingBody;

/**
 * Hits as lines of JSON, sent while they are found. A thread of its own searches, which reads files; between it and
 * whoever sends are at most {@value #MOST_WAITING} lines. When the client leaves, or takes too long, the search ends.
 */
final class HitLines implements StreamingBody {
    private static final int MOST_WAITING = 64;
    private static final long LOOK_MILLIS = 100;

    /** Searches on the calling thread. */
    @FunctionalInterface
    interface Searching {
        /**
         * Searches to the end.
         *
         * @param isCancelled whether nobody wants more lines
         * @return why not everything was looked at; null where it was
         */
        @Nullable
        String into(Lines lines, BooleanSupplier isCancelled) throws IOException, InterruptedException;
    }

    /** Takes lines in turn, without their ends. */
    @FunctionalInterface
    interface Lines {
        void add(byte[] line);
    }

    /** What comes of a search. */
    private sealed interface Piece {
        final class Line implements Piece {
            private final byte[] json;

            Line(byte[] json) {
                this.json = json;
            }
        }

        /** @param reason why it is not all; null where it is */
        record End(@Nullable String reason) implements Piece {}
    }

    static final String TYPE = "application/x-ndjson";

    private final Searching searching;
    private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(MOST_WAITING);
    private volatile boolean isLeft;

    HitLines(Searching searching) {
        this.searching = searching;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Thread searcher = Thread.ofPlatform().name("search").daemon().start(this::search);
        try {
            Piece piece = pieces.take();
            while (piece instanceof Piece.Line line) {
                write(line.json, out);
                piece = pieces.take();
            }
            // The connection is cut, so that nobody takes a part for the whole.
            if (piece instanceof Piece.End(var reason) && reason != null) throw new IOException(reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while hits were sent", e);
        } finally {
            isLeft = true;
            searcher.interrupt();
        }
    }

    private void write(byte[] line, OutputStream out) throws IOException {
        out.write(line);
        out.write('\n');
        if (pieces.isEmpty()) out.flush();
    }

    private void search() {
        @Nullable String reason = "the search failed";
        try {
            reason = searching.into(line -> put(new Piece.Line(line)), () -> isLeft);
        } catch (IOException | RuntimeException e) {
            reason = "the search failed: " + e.getMessage();
        } catch (InterruptedException e) {
            reason = "the search was interrupted";
        } finally {
            put(new Piece.End(reason));
        }
    }

    private void put(Piece piece) {
        try {
            while (!isLeft && !pieces.offer(piece, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                // The client reads slowly, or no more.
            }
        } catch (InterruptedException e) {
            isLeft = true;
        }
    }
}
