package vesper.records.admin;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import vesper.rest.StreamingBody;

/**
 * Hits as lines of JSON, sent while they are found. A thread of its own searches, which reads files; between it and
 * whoever sends are a few {@link WaitingLines}. While the client does not read, the search gives its turn back; when the
 * client leaves, or takes too long, the search ends.
 */
final class HitLines implements StreamingBody {
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
        void add(byte[] line) throws IOException;
    }

    static final String TYPE = "application/x-ndjson";

    private final Searching searching;
    private final SearchTurn turn;
    private final WaitingLines waiting = new WaitingLines();

    /** @param turn that the search has, closed when it ends */
    HitLines(SearchTurn turn, Searching searching) {
        this.turn = turn;
        this.searching = searching;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Thread searcher = Thread.ofPlatform().name("search").daemon().start(this::search);
        try {
            for (byte[] line = waiting.take(); line != null; line = waiting.take()) write(line, out);
            // The connection is cut, so that nobody takes a part for the whole.
            String reason = waiting.reason();
            if (reason != null) throw new IOException(reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while hits were sent", e);
        } finally {
            waiting.leave();
            searcher.interrupt();
        }
    }

    private void write(byte[] line, OutputStream out) throws IOException {
        out.write(line);
        out.write('\n');
        if (waiting.isEmpty()) out.flush();
    }

    private void search() {
        @Nullable String reason = "the search failed";
        try (turn) {
            reason = searching.into(this::put, waiting::isLeft);
        } catch (IOException | RuntimeException e) {
            reason = "the search failed: " + e.getMessage();
        } catch (InterruptedException e) {
            reason = "the search was interrupted";
        } finally {
            waiting.end(reason);
        }
    }

    private void put(byte[] line) throws IOException {
        try {
            if (waiting.offer(line, LOOK_MILLIS)) return;
            turn.pause();
            while (!waiting.offer(line, LOOK_MILLIS)) {
                // The client reads slowly, or no more.
            }
            if (!turn.goOn()) throw new IOException("there are too many searches to go on");
        } catch (InterruptedException e) {
            waiting.leave();
        }
    }
}
