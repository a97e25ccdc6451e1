package vesper.bench.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** What waits to be written on one connection, in order. Owned by the generator's thread. */
interface Outbox {
    /** Puts one more request behind. @return whether its answer has no body because it asks for the head only */
    boolean add();

    boolean isEmpty();

    /** Writes what the socket takes. @return how many bytes that were; it is empty unless the socket would take no more */
    long writeTo(SocketChannel channel) throws IOException;

    void clear();
}
