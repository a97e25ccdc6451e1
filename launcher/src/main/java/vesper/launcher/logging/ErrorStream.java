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

    private volatile LogFormat format = LogFormat.TEXT;
    private @Nullable BatchedLines<Logged> lines;

    @Override
    public void start() {
        lines = BatchedLines.to(
                new FileOutputStream(FileDescriptor.err),
                "log",
                CAPACITY,
                (logged, text) -> format.append(logged, text),
                (text, lost) -> format.appendLost(text, lost));
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (lines == null) return;
        event.prepareForDeferredProcessing();
        lines.give(Logged.of(event));
    }

    /** Sets the format of the events that are written from now on. */
    void format(LogFormat next) {
        format = next;
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
