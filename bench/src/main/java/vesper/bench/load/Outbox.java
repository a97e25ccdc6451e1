package vesper.bench.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The requests that wait to be written on one connection, in order. Owned by the generator's thread. */
interface Outbox {
    /**
     * Adds a request.
     *
     * @return true if its response has no body because it is a HEAD request
     */
    boolean add();

    boolean isEmpty();

    /**
     * Writes until the outbox is empty or the socket accepts no further bytes.
     *
     * @return the number of bytes written
     */
    long writeTo(SocketChannel channel) throws IOException;

    void clear();
}
