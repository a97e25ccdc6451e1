package vesper.http;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The log lines of one class, captured instead of printed until this object is closed. */
final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
    }

    static LogLines of(Class<?> type) {
        LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(type));
        lines.setContext(lines.logger.getLoggerContext());
        lines.start();
        lines.logger.setAdditive(false);
        lines.logger.addAppender(lines);
        return lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
    }
}
