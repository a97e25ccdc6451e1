package vesper.bench.documents;

import java.io.Closeable;
import java.io.IOException;

/** A contestant that is up and can be driven, in whatever processes it is. */
interface Driven extends Closeable {
    Contestant contestant();

    /**
     * Has a command done.
     *
     * @throws UnsupportedByContestant where it does not have what is asked for
     */
    Measured measure(String command) throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * What came of a command.
     *
     * @param cpuSeconds of all processes together
     * @param differing nodes whose versions did not become those of the one that was driven
     */
    record Measured(DriverAnswer answer, double cpuSeconds, int differing) {}
}
