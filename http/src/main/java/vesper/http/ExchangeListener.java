package vesper.http;

/** Told of every exchange once its answer has been written out; called on an event loop, so it must not wait. */
@FunctionalInterface
public interface ExchangeListener {
    void finished(Exchange exchange);
}
