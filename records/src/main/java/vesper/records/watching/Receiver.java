package vesper.records.watching;

import java.io.IOException;

/** Who is told something. */
@FunctionalInterface
interface Receiver {
    /**
     * One attempt, which waits for the answer.
     *
     * @throws IOException where it was not taken
     */
    void tell(byte[] json) throws IOException, InterruptedException;
}
