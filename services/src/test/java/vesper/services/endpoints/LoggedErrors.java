package vesper.services.endpoints;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Captures log events of level WARN and above while it is open. */
final class LoggedErrors implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("vesper");
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    LoggedErrors() {
        // Other threads log while a test reads the list.
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        logger.addAppender(events);
    }

    /** Returns the messages of the events and of their exceptions. */
    List<String> messages() {
        return events.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .mapMulti((ILoggingEvent event, Consumer<String> to) -> {
                    to.accept(event.getFormattedMessage());
                    Optional.ofNullable(event.getThrowableProxy())
                            .map(IThrowableProxy::getMessage)
                            .ifPresent(to);
                })
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
    }
}
