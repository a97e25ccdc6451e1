package vesper.http;

import java.io.IOException;
import java.util.List;

/** Every way to run handlers, the one without a scheduler of our own included. */
enum Mode {
    VIRTUAL(HandlerThreads.VIRTUAL),
    /** What {@link HandlerThreads#VIRTUAL} becomes where the JVM was started without its flag. */
    VIRTUAL_ON_JDK_SCHEDULER(HandlerThreads.VIRTUAL),
    EVENT_LOOP(HandlerThreads.EVENT_LOOP),
    PLATFORM(HandlerThreads.PLATFORM);

    private final HandlerThreads handlers;

    Mode(HandlerThreads handlers) {
        this.handlers = handlers;
    }

    HttpServer start(Handler handler, ExchangeListener... listeners) throws IOException {
        return start(new TestSettings().build(), handler, listeners);
    }

    HttpServer start(HttpSettings settings, Handler handler, ExchangeListener... listeners) throws IOException {
        HttpSettings own = settings.withHandlers(handlers);
        return this == VIRTUAL_ON_JDK_SCHEDULER
                ? HttpServer.start(own, handler, Destinations.NONE, List.of(listeners), null)
                : HttpServer.start(own, handler, List.of(listeners));
    }

    /** Whether a handler may wait without holding up its event loop. */
    boolean mayWait() {
        return this != EVENT_LOOP;
    }

    /** Whether a handler sees its body while it arrives; elsewhere it is called once the body is whole. */
    boolean streamsBodies() {
        return handlers == HandlerThreads.VIRTUAL;
    }
}
