package vesper.http;

import java.io.IOException;
import java.util.List;

/** All ways to run handlers, including virtual threads without our scheduler. */
enum Mode {
    VIRTUAL(HandlerThreads.VIRTUAL),
    /** The fallback of {@link HandlerThreads#VIRTUAL} if the JVM was started without its flag. */
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

    /** Returns whether a handler may block without holding up its event loop. */
    boolean mayWait() {
        return this != EVENT_LOOP;
    }

    /** Returns whether a handler reads its body while it arrives; otherwise it is called once the body is complete. */
    boolean streamsBodies() {
        return handlers == HandlerThreads.VIRTUAL;
    }
}
