package vesper.bench.documents;

import java.io.Closeable;
import java.io.IOException;

/** A contestant that is ready to be driven, in one or several processes. */
interface ContestantSession extends Closeable {
    Contestant contestant();

    /**
     * Carries out a command.
     *
     * @throws UnsupportedCommandException if the contestant does not support it
     */
    Measurement measure(String command) throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * The result of a command.
     *
     * @param cpuSeconds CPU time of all processes together
     * @param differing number of nodes whose versions did not become those of the driven node
     */
    record Measurement(DriverAnswer answer, double cpuSeconds, int differing) {}
}
