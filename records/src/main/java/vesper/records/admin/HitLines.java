package vesper.records.admin;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import vesper.rest.StreamingBody;

/**
 * Streams hits as lines of JSON while the search runs. The search reads files, so it has its own thread;
 * {@link WaitingLines} buffer a few lines between it and the sending thread. While the client does not read, the search
 * releases its permit. It ends when the client leaves or takes too long.
 */
final class HitLines implements StreamingBody {
    private static final long LOOK_MILLIS = 100;

    /** A search that runs on the calling thread. */
    @FunctionalInterface
    interface LineSearch {
        /**
         * Runs the search to its end.
         *
         * @param isCancelled returns true once the search should stop
         * @return the reason why not everything was searched; null if everything was
         */
        @Nullable
        String run(Lines lines, BooleanSupplier isCancelled) throws IOException, InterruptedException;
    }

    /** A sink for lines in their order, without line ends. */
    @FunctionalInterface
    interface Lines {
        void add(byte[] line) throws IOException;
    }

    static final String TYPE = "application/x-ndjson";

    private final LineSearch search;
    private final SearchPermit permit;
    private final WaitingLines waiting = new WaitingLines();

    /**
     * Creates a body.
     *
     * @param permit the search's permit; closed when the search ends
     */
    HitLines(SearchPermit permit, LineSearch searching) {
        this.permit = permit;
        this.search = searching;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Thread searcher = Thread.ofPlatform().name("search").daemon().start(this::search);
        try {
            for (byte[] line = waiting.take(); line != null; line = waiting.take()) write(line, out);
            // Cut the connection, so that the client does not take an incomplete result for a complete one.
            String reason = waiting.reason();
            if (reason != null) throw new IOException(reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while hits were sent", e);
        } finally {
            waiting.markReaderGone();
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
        try (permit) {
            reason = search.run(this::put, waiting::isLeft);
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
            permit.pause();
            while (!waiting.offer(line, LOOK_MILLIS)) {
                // The client reads slowly or has stopped.
            }
            if (!permit.reacquire()) throw new IOException("there are too many searches to go on");
        } catch (InterruptedException e) {
            waiting.markReaderGone();
        }
    }
}
