package vesper.http;

/**
 * A listener that receives every exchange once its response has been written, and before the last byte leaves. Called
 * on an event loop, so it must not block.
 */
@FunctionalInterface
public interface ExchangeListener {
    void finished(Exchange exchange);

    /**
     * Returns the listener for the exchanges of one event loop. Called once for each loop, before the loop serves. A
     * separate listener per loop is called by one thread only, so it needs no lock and shares no cache line.
     */
    default ExchangeListener onEventLoop() {
        return this;
    }
}
