package vesper.records.capture;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.TraceContext;
import vesper.journal.Journal;
import vesper.records.Tracking;
import vesper.records.rows.RowFlags;
import vesper.records.rows.States;
import vesper.rest.triggers.Invocation;

/**
 * Records the exchanges of one event loop. For each exchange that a rule selects, writes one row to the journal of this
 * loop. It parses nothing and, in the steady state, creates no objects.
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
    private final ContentWriter contents = new ContentWriter(row);
    private final BaseRows bases = new BaseRows();
    /** The base of the row that is being written, or null. */
    private @Nullable BaseRow like;
    /** The same base if it has the same header fields, otherwise null. */
    private @Nullable BaseRow ofFields;

    /** Only requests that arrive over no connection can be invocations of triggers. */
    private final boolean mayBeInvocations;
    /** The invocation that is being written, or null for a request. */
    private @Nullable Invocation invocation;

    private @Nullable Journal journal;
    private long sampled;

    LoopCapture(Capture shared, int loop, RecordIds ids, Routes routes) {
        this.shared = shared;
        this.loop = loop;
        this.mayBeInvocations = loop == Capture.OTHERS;
        this.ids = ids;
        this.routes = new KnownRoutes(routes);
    }

    @Override
    public void finished(Exchange exchange) {
        Request request = exchange.parsed();
        if (request == null) return;
        RecordingRules rules = shared.rules();
        try {
            if (rules != null) keep(exchange, request, rules);
        } catch (IOException | RuntimeException | Error e) {
            // Errors of any kind are counted as a lost exchange; the client must still get its response.
            shared.lost(e);
        } finally {
            Taps.release(request);
        }
    }

    private void keep(Exchange exchange, Request request, RecordingRules rules) throws IOException {
        invocation = mayBeInvocations ? request.get(Invocation.SLOT) : null;
        RouteFacts facts = invocation == null
                ? routes.facts(request.route())
                : new RouteFacts(invocation.packageName(), invocation.trigger().name());
        choice.clear();
        if (!rules.choose(request, facts, exchange, sampled++, choice)) return;
        if (isAnsweredWithoutContent(exchange, request)) choice.response = false;
        append(exchange, request, facts, journal());
        shared.kept();
    }

    private void append(Exchange exchange, Request request, RouteFacts facts, Journal to) throws IOException {
        int slot = BaseRows.slot(request.route(), request.headers().size());
        BaseRow base = bases.in(slot);
        if (base != null && to.fitsInSegment(base.position(), 0)) {
            write(exchange, request, facts, base);
            if (to.appendInSegment(base.position(), RowFormat.ENTRY_TYPE, row.finished())) {
                if (!row.isLikeItsBase()) bases.remove(slot);
                return;
            }
        }
        write(exchange, request, facts, null);
        BaseRow taken = bases.put(slot, row, to.append(RowFormat.ENTRY_TYPE, row.finished()));
        if (taken != null) taken.setInputs(request, answer(exchange, request), choice);
    }

    /**
     * HEAD and 304 responses carry no content, even if the handler returned some (RFC 9110, sections 9.3.2 and 15.4.5).
     */
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

    private void write(Exchange exchange, Request request, RouteFacts facts, @Nullable BaseRow base) {
        RunningTransaction added = request.get(Tracking.SLOT) instanceof RunningTransaction running ? running : null;
        Response answer = answer(exchange, request);
        like = base;
        ofFields = base != null && base.isOfFields(request, choice) ? base : null;
        row.start(base);
        numbers(exchange, request, added, answer);
        texts(exchange, request, facts, added, answer);
        blobs(request, added, answer);
    }

    /** Returns null if there was no response. The handler may still be running after its client has disconnected. */
    private static @Nullable Response answer(Exchange exchange, Request request) {
        return exchange.status() == 0 ? null : request.get(Taps.ANSWER);
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

    /**
     * Returns the caller's trace, or the one under which the handler made calls. Without either, the record's id serves
     * as the trace id.
     */
    private @Nullable TraceContext traceOf(Request request) {
        boolean isNamed = ofFields == null ? request.headers().contains("traceparent") : ofFields.namesTrace();
        return isNamed ? request.trace() : request.knownTrace();
    }

    private long flags(Request request, @Nullable Response answer) {
        long flags = choice.ruleBounds;
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
        row.text(invocation == null ? request.method().name() : invocation.method());
        row.text(request.path());
        query(request);
        row.text(request.route());
        row.text(facts.packageName());
        row.text(facts.service());
        row.text(choice.rule);
        // Equal header fields can have another caller: a key may have been revoked since.
        row.text(request.caller().name());
        InetSocketAddress peer = exchange.remoteAddress();
        row.text(addresses.of(peer));
        field("User-Agent", request);
        transaction(exchange, added);
        field("Content-Type", request);
        String type = answer == null ? null : answer.headerOrNull("Content-Type");
        if (type == null) row.noText();
        else row.text(type);
    }

    private void field(String name, Request request) {
        if (ofFields == null) fieldText.write(request.headers(), name, choice.mask);
        else row.sameAsBase();
    }

    private void query(Request request) {
        if (like != null && like.isOfQuery(request, choice)) row.sameAsBase();
        else if (!choice.query || request.query().isEmpty()) row.noText();
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
        fieldLines(request);
        contents.masked(choice.mask, choice.bodyBytes);
        boolean isShown = !request.hasSecretContent();
        if (choice.request && isShown) contents.put(request, ofFields != null);
        else row.noBlob();
        if (choice.response && isShown && answer != null) contents.put(answer, like);
        else row.noBlob();
        row.beginBlob();
        if (added != null) added.finish(row, contents);
        row.endBlob();
    }

    private void fieldLines(Request request) {
        if (ofFields != null) {
            row.sameAsBase();
            return;
        }
        row.beginBlob();
        if (choice.headers) fieldLines.write(request.headers(), choice.mask);
        row.endBlob();
    }
}
