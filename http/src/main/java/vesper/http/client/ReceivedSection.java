package vesper.http.client;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import vesper.http.FieldSyntax;
import vesper.http.Headers;
import vesper.http.HttpVersion;
import vesper.http.frames.FieldLines;

/**
 * Takes the fields of a server's header section from Netty's HPACK decoder, in the order in which they were sent, and
 * checks them by RFC 9113, section 8, and by the same rules and limits as those of HTTP/1.1. One connection owns it and
 * begins anew with each section. What goes beyond a limit is not kept, whatever a few bytes of HPACK make of it.
 */
final class ReceivedSection extends DefaultHttp2Headers {
    /** What a line of HTTP/1.1 has besides name and value: colon, blank and line end. */
    private static final int LINE_BYTES = 4;

    private static final int STATUS_DIGITS = 3;
    private static final int LEAST_STATUS = 100;

    private final ClientLimits limits;
    private final FieldLines lines = new FieldLines();
    private int bytes;
    private @Nullable String malformed;
    private @Nullable String tooLarge;
    /** 0 where none was given. */
    private int status;

    private long contentLength;

    ReceivedSection(ClientLimits limits) {
        super(false);
        this.limits = limits;
    }

    ReceivedSection begin() {
        lines.clear();
        bytes = 0;
        malformed = null;
        tooLarge = null;
        status = 0;
        contentLength = -1;
        return this;
    }

    /** Called by the decoder for each field. */
    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (malformed == null && tooLarge == null) take(AsciiString.of(name), AsciiString.of(value));
        return this;
    }

    private void take(AsciiString name, AsciiString value) {
        if (!name.isEmpty() && name.byteAt(0) == ':') pseudo(name, value);
        else if (!isName(name)) malformed = "a field name is no token in lower case";
        else if (!isValue(value)) malformed = "a field value holds a control character, or blanks around it";
        else if (understood(name, value)) store(name, value);
    }

    private void pseudo(AsciiString name, AsciiString value) {
        if (!name.contentEquals(":status")) malformed = "it has a pseudo-header that no answer has";
        else if (lines.count() > 0) malformed = "it has a pseudo-header after a regular field";
        else if (status != 0) malformed = "it has more than one :status";
        else status(value);
    }

    private void status(AsciiString value) {
        int number = 0;
        for (int i = 0; i < value.length(); i++) {
            byte digit = value.byteAt(i);
            if (digit < '0' || digit > '9' || i == STATUS_DIGITS) {
                malformed = "its :status is not three digits";
                return;
            }
            number = number * 10 + (digit - '0');
        }
        if (value.length() != STATUS_DIGITS) malformed = "its :status is not three digits";
        else if (number < LEAST_STATUS) malformed = "there is no status code below 100";
        else status = number;
    }

    private static boolean isName(AsciiString name) {
        return FieldSyntax.isLowerCaseName(name.array(), name.arrayOffset(), name.arrayOffset() + name.length());
    }

    private static boolean isValue(AsciiString value) {
        return FieldSyntax.isTrimmedValue(value.array(), value.arrayOffset(), value.arrayOffset() + value.length());
    }

    /** Takes in what frames the message, and refuses what belongs to HTTP/1.1's connections. */
    private boolean understood(AsciiString name, AsciiString value) {
        switch (name.toString()) {
            case "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade" ->
                malformed = "it has a field that belongs to the connection, " + name;
            case "content-length" -> contentLength(value);
            default -> {}
        }
        return malformed == null;
    }

    private void contentLength(AsciiString value) {
        if (contentLength >= 0) malformed = "it has more than one Content-Length";
        if (value.isEmpty()) malformed = "its Content-Length is empty";
        contentLength = 0;
        for (int i = 0; i < value.length() && malformed == null; i++) {
            byte digit = value.byteAt(i);
            if (digit < '0' || digit > '9') malformed = "its Content-Length is not a number";
            else if (contentLength > Long.MAX_VALUE / 10 - 10) malformed = "its Content-Length is no possible one";
            else contentLength = contentLength * 10 + (digit - '0');
        }
    }

    private void store(AsciiString name, AsciiString value) {
        bytes += name.length() + value.length() + LINE_BYTES;
        if (bytes > limits.headBytes()) tooLarge = "its head is larger than " + limits.headBytes() + " bytes";
        else if (lines.count() == limits.headerLines())
            tooLarge = "its head has more than " + limits.headerLines() + " header lines";
        else lines.add(name, value);
    }

    /** Which rule it breaks as the head of an answer, or null. */
    @Nullable
    String faultOfHead() {
        if (malformed != null) return malformed;
        // A section beyond a limit was not read to its end, yet the status comes first.
        return status == 0 ? "it has no :status" : null;
    }

    /** Which rule it breaks as a trailer section, or null. */
    @Nullable
    String faultOfTrailers() {
        if (malformed != null) return malformed;
        return status == 0 ? null : "it has a pseudo-header in its trailers";
    }

    /** Which limit it is beyond, or null. */
    @Nullable
    String excess() {
        return tooLarge;
    }

    ResponseHead head() {
        return new ResponseHead(status, HttpVersion.HTTP_2, fields(), contentLength, false, true);
    }

    Headers fields() {
        return lines.count() == 0 ? Headers.NONE : Headers.parsed(lines.bytes(), lines.bounds(), lines.count());
    }

    /** For logs: it is of a server's making, and never compared. */
    @Override
    public String toString() {
        return lines.count() + " fields";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
