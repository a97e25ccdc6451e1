package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.hosting.DiskFailure;
import vesper.http.AccessLog;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;

/**
 * The access log, which can be off and can change its file while the server runs. While it is off, an exchange costs
 * one read of a field.
 */
final class SwitchedAccessLog implements ExchangeListener, AutoCloseable {
    private final UnaryOperator<String> query;
    private volatile @Nullable Open open;

    private record Open(Path file, AccessLog log) {}

    /**
     * Creates a log that is off.
     *
     * @param query masks the query of a request before it is written
     */
    SwitchedAccessLog(UnaryOperator<String> query) {
        this.query = query;
    }

    @Override
    public void finished(Exchange exchange) {
        Open now = open;
        if (now != null) now.log.finished(exchange);
    }

    /** Returns the file; empty while the log is off. */
    Optional<Path> file() {
        return Optional.ofNullable(open).map(Open::file);
    }

    /**
     * Switches to another file.
     *
     * @param file empty to switch the log off
     * @throws IOException if the file cannot be written; nothing has changed then
     */
    synchronized void to(Optional<Path> file) throws IOException {
        if (file.equals(file())) return;
        Open before = open;
        try {
            open = file.isEmpty()
                    ? null
                    : new Open(file.get(), AccessLog.open(file.get(), ZoneId.systemDefault(), query));
        } catch (IOException e) {
            throw new IOException("access log " + file.get() + " cannot be written: " + DiskFailure.reason(e), e);
        }
        if (before != null) before.log.close();
    }

    @Override
    public void close() throws IOException {
        to(Optional.empty());
    }
}
