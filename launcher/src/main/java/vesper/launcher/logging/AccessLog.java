package vesper.launcher.logging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;

/**
 * A line per exchange, appended to a file. 65,536 lines may wait to be written; while so many do, further ones are
 * dropped, and closing logs how many.
 */
public final class AccessLog implements ExchangeListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int CAPACITY = 1 << 16;

    private final BatchedLines<Exchange> lines;

    private AccessLog(BatchedLines<Exchange> lines) {
        this.lines = lines;
    }

    /** Opens the file, making it and its folder where they are not there. */
    public static AccessLog appendingTo(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) Files.createDirectories(folder);
        OutputStream target = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        AccessLine format = new AccessLine();
        return new AccessLog(BatchedLines.to(target, "access-log", CAPACITY, format::append));
    }

    @Override
    public void finished(Exchange exchange) {
        lines.give(exchange);
    }

    @Override
    public void close() {
        lines.close();
        if (lines.dropped() > 0) LOG.warn("{} lines of the access log were dropped", lines.dropped());
    }
}
