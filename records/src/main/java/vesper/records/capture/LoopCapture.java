package vesper.records.capture;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.TraceContext;
import vesper.journal.Journal;
import vesper.records.callers.CallerName;
import vesper.records.rows.RowFlags;
import vesper.records.rows.States;

/**
 * Writes one row for each exchange of one event loop that a rule wants, into a journal that is this loop's own. Nothing
 * is parsed, and in the steady state no object is made.
 */
final class LoopCapture implements ExchangeListener {
    private static final int NOT_MODIFIED = 304;

    private final Capture shared;
    private final int loop;
    private final RecordIds ids;
    private final KnownRoutes routes;
    private final AddressTexts addresses = new AddressTexts();
    private final Choice choice = new Choice();
    private final RowBuffer row = new RowBuffer();
    private final FieldText fieldText = new FieldText(row);
    private final FieldLines fieldLines = new FieldLines(row);
    private final KeptContents contents = new KeptContents(row);
    private final BaseRows bases = new BaseRows();
    private @Nullable Journal journal;
    private long sampled;

    LoopCapture(Capture shared, int loop, RecordIds ids, Routes routes) {
        this.shared = shared;
        this.loop = loop;
        this.ids = ids;
        this.routes = new KnownRoutes(routes);
    }

    @Override
    public void finished(Exchange exchange) {
        Request request = exchange.parsed();
        if (request == null) return;
        RecordingRules rules = shared.rules();
        if (rules != null) keep(exchange, request, rules);
        Taps.release(request);
    }

    private void keep(Exchange exchange, Request request, RecordingRules rules) {
        RouteFacts facts = routes.facts(request.route());
        choice.clear();
        if (!rules.choose(request, facts, exchange, sampled++, choice)) return;
        if (isAnsweredWithoutContent(exchange, request)) choice.response = false;
        try {
            append(exchange, request, facts, journal());
            shared.kept();
        } catch (IOException | RuntimeException | InternalError e) {
            // Whatever it is, what is lost is counted; an error is what the JVM says of a file that lost its end.
            shared.lost(e);
        }
    }

    private void append(Exchange exchange, Request request, RouteFacts facts, Journal to) throws IOException {
        int slot = BaseRows.slot(request.route(), request.headers().size());
        BaseRow like = bases.in(slot);
        if (like != null && to.goesOnInSegment(like.position(), 0)) {
            write(exchange, request, facts, like);
            ByteBuffer payload = row.finished();
            if (to.goesOnInSegment(like.position(), payload.remaining())) {
                to.append(RowFormat.ENTRY_TYPE, payload);
                if (!row.isLikeItsBase()) bases.remove(slot);
                return;
            }
        }
        write(exchange, request, facts, null);
        bases.put(slot, row, to.append(RowFormat.ENTRY_TYPE, row.finished()));
    }

    /** Whatever the handler gave (RFC 9110, sections 9.3.2 and 15.4.5). */
    private static boolean isAnsweredWithoutContent(Exchange exchange, Request request) {
        return request.method() == Method.HEAD || exchange.status() == NOT_MODIFIED;
    }

    private Journal journal() {
        Journal known = journal;
        if (known != null) return known;
        known = shared.journal(loop);
        journal = known;
        return known;
    }

    private void write(Exchange exchange, Request request, RouteFacts facts, @Nullable BaseRow like) {
        Object note = request.note();
        RunningTransaction added = note instanceof RunningTransaction running ? running : null;
        // A handler may still run whose client is gone.
        Response answer = exchange.status() == 0 ? null : Taps.answer(note);
        row.begin(like);
        numbers(exchange, request, added, answer);
        texts(exchange, request, facts, added, answer);
        blobs(request, added, answer);
    }

    private void numbers(
            Exchange exchange, Request request, @Nullable RunningTransaction added, @Nullable Response answer) {
        UUID given = added == null ? null : added.uuid();
        row.number(given == null ? ids.high(exchange.startedAtMillis()) : given.getMostSignificantBits());
        row.number(given == null ? ids.nextLow() : given.getLeastSignificantBits());
        row.number(flags(request, answer));
        row.number(exchange.startedAtMillis());
        row.number(exchange.durationNanos() / 1000);
        row.number(exchange.status());
        row.number(exchange.bytesReceived());
        row.number(exchange.bytesSent());
        row.number(choice.cost);
        TraceContext trace = traceOf(request);
        row.number(trace == null ? 0 : Long.parseUnsignedLong(trace.traceId(), 0, 16, 16));
        row.number(trace == null ? 0 : Long.parseUnsignedLong(trace.traceId(), 16, 32, 16));
    }

    /** The caller's, or the one under which the handler called others; else the record's id is the trace's. */
    private static @Nullable TraceContext traceOf(Request request) {
        return request.headers().contains("traceparent") ? request.trace() : request.knownTrace();
    }

    private long flags(Request request, @Nullable Response answer) {
        long flags = 0;
        if (choice.monitored) flags |= RowFlags.MONITORED;
        if (choice.tracked) flags |= RowFlags.TRACKED;
        if (choice.request && Taps.isCut(request.body(), choice.bodyBytes)) flags |= RowFlags.REQUEST_CUT;
        if (choice.response && answer != null && Taps.isCut(answer, choice.bodyBytes)) flags |= RowFlags.RESPONSE_CUT;
        return flags;
    }

    private void texts(
            Exchange exchange,
            Request request,
            RouteFacts facts,
            @Nullable RunningTransaction added,
            @Nullable Response answer) {
        row.text(request.method().name());
        row.text(request.path());
        query(request);
        row.text(request.route());
        row.text(facts.packageName());
        row.text(facts.service());
        row.text(choice.rule);
        row.text(CallerName.of(request));
        InetSocketAddress peer = exchange.remoteAddress();
        row.text(addresses.of(peer));
        fieldText.write(request.headers(), "User-Agent", choice.mask);
        transaction(exchange, added);
        fieldText.write(request.headers(), "Content-Type", choice.mask);
        String type = answer == null ? null : answer.headerOrNull("Content-Type");
        if (type == null) row.noText();
        else row.text(type);
    }

    private void query(Request request) {
        if (!choice.query || request.query().isEmpty()) row.noText();
        else if (choice.mask.hidesFields()) contents.query(request.query(), choice.mask);
        else row.text(request.query());
    }

    private void transaction(Exchange exchange, @Nullable RunningTransaction added) {
        String type = added == null ? "" : added.type();
        String sender = added == null ? "" : added.sender();
        String receiver = added == null ? "" : added.receiver();
        row.text(type.isEmpty() ? choice.type : type);
        row.text(added == null ? "" : added.externalId());
        row.text(sender.isEmpty() ? choice.sender : sender);
        row.text(receiver.isEmpty() ? choice.receiver : receiver);
        if (!choice.tracked) row.noText();
        else row.text(States.ofStatus(exchange.status()));
    }

    private void blobs(Request request, @Nullable RunningTransaction added, @Nullable Response answer) {
        row.beginBlob();
        if (choice.headers) fieldLines.write(request.headers(), choice.mask);
        row.endBlob();
        contents.masked(choice.mask, choice.bodyBytes);
        row.beginBlob();
        if (choice.request) contents.put(request);
        row.endBlob();
        row.beginBlob();
        if (choice.response && answer != null) contents.put(answer);
        row.endBlob();
        row.beginBlob();
        if (added != null) added.finish(row, contents);
        row.endBlob();
    }
}
