package vesper.records.watching;

import java.io.IOException;

/** The target of a callback or webhook. */
@FunctionalInterface
interface Receiver {
    /**
     * Makes one attempt and waits for the answer.
     *
     * @throws IOException if the receiver did not accept the message
     */
    void deliver(byte[] json) throws IOException, InterruptedException;
}
