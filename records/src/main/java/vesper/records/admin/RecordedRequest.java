package vesper.records.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.http.Audience;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.capture.Routes;
import vesper.records.masks.Mask;
import vesper.records.rows.Additions;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.RowValues;
import vesper.records.rows.States;
import vesper.records.search.RowCopy;

/**
 * The request of a transaction, as far as it was kept.
 *
 * @param method null if code began the transaction
 * @param bodyHindrance reason why the kept body differs from the original; empty if it does not
 * @param hindrance reason why the request cannot be resubmitted even with another body; empty if it can
 * @param remote the client's address; 0.0.0.0 if it is unknown
 * @param depth number of resubmissions that led to this request
 * @param resubmittedAs id of the latest transaction made by resubmitting this one, or empty
 * @param hasSucceededAgain true if this is a resubmission of another transaction and succeeded
 */
record RecordedRequest(
        String id,
        @Nullable Method method,
        String path,
        String query,
        RecordedFields fields,
        ByteBuffer body,
        String bodyHindrance,
        String hindrance,
        InetSocketAddress remote,
        int depth,
        String resubmittedAs,
        boolean hasSucceededAgain) {
    static final String DEPTH = "resubmit.depth";
    static final String RESUBMITS = "resubmits";
    static final String RESUBMITTED_AS = "resubmitted-as";

    /**
     * Builds the request from the rows of a transaction.
     *
     * @param rows newest first, at least one
     * @param routes knows the paths that are for operators
     */
    static RecordedRequest of(List<RowCopy> rows, Routes routes) throws DamagedBlockException {
        RowCopy exchange = null;
        for (RowCopy row : rows) if (!row.is(RowFlags.ADDITION)) exchange = row;
        ResubmissionMarks said = ResubmissionMarks.of(rows);
        if (exchange == null) return without(rows.getLast().id(), said);
        String query = exchange.text(Columns.QUERY);
        byte[] body = bytes(exchange.bytes(Columns.REQUEST));
        byte[] lines = bytes(exchange.bytes(Columns.HEADERS));
        return new RecordedRequest(
                exchange.id(),
                methodOf(exchange),
                exchange.text(Columns.PATH),
                query,
                RecordedFields.of(new String(lines, ISO_8859_1)),
                ByteBuffer.wrap(body),
                hindrance(exchange, body),
                hindranceOfAll(exchange, lines, routes),
                address(exchange.text(Columns.REMOTE)),
                said.depth,
                said.resubmittedAs,
                said.depth > 0 && !exchange.text(Columns.STATE).equals(States.ERROR));
    }

    private static RecordedRequest without(String id, ResubmissionMarks said) {
        return new RecordedRequest(
                id,
                null,
                "",
                "",
                RecordedFields.NONE,
                ByteBuffer.allocate(0),
                "",
                "code began it, not a request",
                address(""),
                said.depth,
                said.resubmittedAs,
                false);
    }

    /** Returns null for an invocation of a trigger, which has its kind in the place of a method. */
    private static @Nullable Method methodOf(RowCopy exchange) throws DamagedBlockException {
        String text = exchange.text(Columns.METHOD);
        for (Method method : Method.values()) if (method.name().equals(text)) return method;
        return null;
    }

    private static String hindranceOfAll(RowCopy exchange, byte[] lines, Routes routes) throws DamagedBlockException {
        if (methodOf(exchange) == null) return "a trigger began it, not a request";
        return lines.length == 0 ? "its rule keeps no requests" : operatorsOnly(exchange.text(Columns.PATH), routes);
    }

    /** Excludes operator paths: a resubmitted request could pass where the original one was denied. */
    private static String operatorsOnly(String path, Routes routes) {
        return routes.audienceOf(path) == Audience.OPERATOR ? "what operators are asked for is not resubmitted" : "";
    }

    private static String hindrance(RowCopy exchange, byte[] body) throws DamagedBlockException {
        if (exchange.is(RowFlags.REQUEST_CUT)) return "its body was longer than what is kept";
        if (body.length == 0 && exchange.number(Columns.BYTES_IN) > 0) return "its body was not kept";
        return new String(body, ISO_8859_1).contains(Mask.HIDDEN)
                ? "values in its body were masked, or it has *** in it; resubmit it alone and give its body"
                : "";
    }

    /** Returns the reason why the request cannot be sent with this edit. */
    Optional<String> refusal(ResubmitEdit edit) {
        if (!hindrance.isEmpty()) return Optional.of(hindrance);
        if (edit.body() == null && !bodyHindrance.isEmpty()) return Optional.of(bodyHindrance);
        if (edit.query() == null && query.contains(Mask.HIDDEN))
            return Optional.of(
                    "values in its query were masked, or it has *** in it; resubmit it alone and give its query");
        return fields.refusal(edit.headers());
    }

    /**
     * Returns the request to send.
     *
     * @param json converts a body that is not text to JSON
     */
    Request edited(ResubmitEdit edit, Function<Object, byte[]> json) {
        if (method == null) throw new IllegalStateException("there is no request");
        String asked = edit.query() == null ? query : edit.query();
        Headers sent = fields.with(edit.headers());
        if (edit.contentType() != null) sent = sent.without("Content-Type").with("Content-Type", edit.contentType());
        byte[] content = switch (edit.body()) {
            case null -> bytes(body);
            case CharSequence text -> text.toString().getBytes(UTF_8);
            default -> json.apply(edit.body());
        };
        return Request.of(method, RowValues.url(path, asked), sent, content, remote);
    }

    String url() {
        return RowValues.url(path, query);
    }

    /**
     * Returns 0.0.0.0 if the address is unknown. Loopback would be wrong, because it is trusted more than other
     * addresses.
     */
    private static InetSocketAddress address(String text) {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral(text), 0);
        } catch (IllegalArgumentException e) {
            return new InetSocketAddress(0);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Additions to a transaction that concern its resubmission. */
    private static final class ResubmissionMarks {
        private int depth;
        private String resubmittedAs = "";

        static ResubmissionMarks of(List<RowCopy> rows) throws DamagedBlockException {
            ResubmissionMarks said = new ResubmissionMarks();
            for (RowCopy row : rows.reversed()) Additions.read(row.bytes(Columns.ADDITIONS), said::add);
            return said;
        }

        private void add(Additions.Addition addition) {
            if (addition.kind() == Additions.Kind.LINK && addition.name().equals(RESUBMITTED_AS))
                resubmittedAs = addition.text();
            if (addition.kind() == Additions.Kind.PROPERTY && addition.name().equals(DEPTH))
                depth = depth(addition.text());
        }

        private static int depth(String text) {
            return text.matches("\\d{1,3}") ? Integer.parseInt(text) : 0;
        }
    }
}
