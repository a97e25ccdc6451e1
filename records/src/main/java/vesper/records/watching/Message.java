package vesper.records.watching;

import java.io.IOException;

/** A message to be delivered to one receiver. */
interface Message {
    /**
     * Creates the body. Called just before delivery, so that queued messages hold no contents.
     *
     * @throws IOException if the contents no longer exist
     */
    byte[] json() throws IOException;

    /** Describes the message for the log, such as {@code record 0198…}. */
    String name();

    /** Called once the message has been delivered or given up. */
    void over();
}
