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

/** The access log, which may be off, and may go to another file while the server runs. Off, an exchange costs a look. */
final class SwitchedAccessLog implements ExchangeListener, AutoCloseable {
    private final UnaryOperator<String> query;
    private volatile @Nullable Open open;

    private record Open(Path file, AccessLog log) {}

    /**
     * Off.
     *
     * @param query makes of a query the one that is written
     */
    SwitchedAccessLog(UnaryOperator<String> query) {
        this.query = query;
    }

    @Override
    public void finished(Exchange exchange) {
        Open now = open;
        if (now != null) now.log.finished(exchange);
    }

    /** Empty while it is off. */
    Optional<Path> file() {
        return Optional.ofNullable(open).map(Open::file);
    }

    /**
     * Writes to another file from now on.
     *
     * @param file empty for off
     * @throws IOException where it cannot be written; nothing has changed then
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
