package vesper.http;

/**
 * Told of every exchange once its answer has been written, and before its last byte leaves; called on an event loop, so
 * it must not wait.
 */
@FunctionalInterface
public interface ExchangeListener {
    void finished(Exchange exchange);

    /**
     * Who is told of the exchanges of one event loop; asked once for each loop, before it serves. A listener of its own
     * for each is called by one thread only, and so needs no lock and shares no cache line.
     */
    default ExchangeListener onEventLoop() {
        return this;
    }
}
