package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log file with one line for each exchange, in the Combined Log Format of Apache httpd:
 * {@code address - - [time] "request line" status bytes "referer" "user agent"}.
 *
 * <p>Event loops only add exchanges to a queue. One background thread formats them and writes a batch a few times a
 * second. The queue holds {@value #WAITING} exchanges. If the disk cannot keep up, or a write fails, lines are dropped
 * and counted, and the server's log reports how many. Requests never wait for the access log.
 */
public final class AccessLog implements ExchangeListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccessLog.class);
    private static final int WAITING = 1 << 17;
    private static final int BATCH = 1 << 12;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_MILLIS = 5_000;

    private final ArrayBlockingQueue<Exchange> waiting = new ArrayBlockingQueue<>(WAITING);
    private final LongAdder dropped = new LongAdder();
    private final OutputStream file;
    private final DateTimeFormatter time;
    private final UnaryOperator<String> query;
    private final Thread writer =
            Thread.ofPlatform().daemon().name("access log").unstarted(this::writeBatches);
    private volatile boolean closed;

    // Used by the writer thread only.
    private final StringBuilder lines = new StringBuilder();
    private long timeSecond = -1;
    private String timeText = "";
    private long droppedReported;
    private boolean failing;

    private AccessLog(OutputStream file, ZoneId zone, UnaryOperator<String> query) {
        this.file = file;
        this.query = query;
        this.time =
                DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US).withZone(zone);
    }

    /**
     * Opens a file for appending, and creates it if it is missing.
     *
     * @param zone time zone of the times in the lines
     * @param query maps a query, of the request or of the referer, to the form to be written; called by one thread
     * @throws IOException if the file cannot be opened for writing
     */
    public static AccessLog open(Path path, ZoneId zone, UnaryOperator<String> query) throws IOException {
        AccessLog accessLog = new AccessLog(Files.newOutputStream(path, CREATE, APPEND), zone, query);
        accessLog.writer.start();
        return accessLog;
    }

    @Override
    public void finished(Exchange exchange) {
        if (!waiting.offer(exchange)) dropped.increment();
    }

    private void writeBatches() {
        List<Exchange> batch = new ArrayList<>(BATCH);
        while (true) {
            boolean last = closed;
            waiting.drainTo(batch, BATCH);
            if (!batch.isEmpty()) write(batch);
            else if (last) return;
            else LockSupport.parkNanos(this, PAUSE_NANOS);
            batch.clear();
            reportDropped();
        }
    }

    private void write(List<Exchange> batch) {
        lines.setLength(0);
        try {
            for (Exchange exchange : batch) appendLine(exchange);
            file.write(lines.toString().getBytes(ISO_8859_1));
            failing = false;
        } catch (IOException | RuntimeException e) {
            dropped.add(batch.size());
            if (!failing) log.error("the access log cannot be written; lines are dropped until it can", e);
            failing = true;
            return;
        }
    }

    private void appendLine(Exchange exchange) {
        lines.append(exchange.remoteAddress().getAddress().getHostAddress()).append(" - - [");
        lines.append(timeOf(exchange.startedAtMillis())).append("] \"");
        Request request = exchange.parsed();
        if (request == null) {
            lines.append('-');
        } else {
            lines.append(request.method()).append(' ');
            appendEscaped(request.path());
            if (!request.query().isEmpty()) appendEscaped("?" + query.apply(request.query()));
            lines.append(' ').append(request.version());
        }
        lines.append("\" ")
                .append(exchange.status() == 0 ? "-" : String.valueOf(exchange.status()))
                .append(' ')
                .append(exchange.bytesSent());
        appendField(referer(request));
        appendField(field(request, "user-agent"));
        lines.append('\n');
    }

    private @Nullable String referer(@Nullable Request request) {
        String url = field(request, "referer");
        if (url == null) return null;
        int mark = url.indexOf('?');
        return mark < 0 ? url : url.substring(0, mark + 1) + query.apply(url.substring(mark + 1));
    }

    private static @Nullable String field(@Nullable Request request, String name) {
        return request == null ? null : request.headers().firstOrNull(name);
    }

    private void appendField(@Nullable String value) {
        lines.append(" \"");
        if (value == null) lines.append('-');
        else appendEscaped(value);
        lines.append('"');
    }

    /** Escapes quotes, backslashes and everything but printable ASCII, so that no client can end a field or a line. */
    private void appendEscaped(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') lines.append('\\').append(c);
            else if (c >= ' ' && c < 127) lines.append(c);
            else lines.append("\\x%02x".formatted((int) c));
        }
    }

    private String timeOf(long millis) {
        long second = Math.floorDiv(millis, 1000);
        if (second != timeSecond) {
            timeSecond = second;
            timeText = time.format(Instant.ofEpochSecond(second));
        }
        return timeText;
    }

    private void reportDropped() {
        long now = dropped.sum();
        if (failing || now == droppedReported) return;
        log.warn("{} lines of the access log were dropped: the disk could not keep up", now - droppedReported);
        droppedReported = now;
    }

    /** Writes the queued lines, for at most five seconds, and closes the file. */
    @Override
    public void close() throws IOException {
        closed = true;
        LockSupport.unpark(writer);
        try {
            writer.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        file.close();
    }
}
