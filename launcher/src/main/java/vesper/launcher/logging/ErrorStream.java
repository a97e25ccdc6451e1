package vesper.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log to standard error. At most 4096 events wait. While the queue is full, further events are dropped
 * rather than blocking the caller, and a line reports how many.
 */
final class ErrorStream extends AppenderBase<ILoggingEvent> {
    private static final int CAPACITY = 4096;

    private @Nullable BatchedLines<ILoggingEvent> lines;

    @Override
    public void start() {
        lines = BatchedLines.to(
                new FileOutputStream(FileDescriptor.err), "log", CAPACITY, LogLine::append, LogLine::appendLost);
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (lines == null) return;
        event.prepareForDeferredProcessing();
        lines.give(event);
    }

    void flush() {
        if (lines != null) lines.flush();
    }

    @Override
    public void stop() {
        super.stop();
        if (lines != null) lines.close();
    }
}
