package vesper.http.fields;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Takes the fields of a header section from Netty's HPACK decoder, in the order in which they were sent, and checks
 * them by what RFC 9113, section 8, says of both ends, and by the same limits as those of HTTP/1.1. One connection owns
 * it and begins anew with each section. Nothing is kept behind what breaks a rule or goes beyond a limit, whatever a
 * few bytes of HPACK make of it.
 */
public abstract class FieldSection extends DefaultHttp2Headers {
    /** What a line of HTTP/1.1 has besides name and value: colon, blank and line end. */
    private static final int LINE_BYTES = 4;

    private final int mostBytes;
    private final int mostLines;
    private final FieldLines lines = new FieldLines();
    private int sectionBytes;
    private @Nullable String malformed;
    /** Of Content-Length, or -1. */
    private long contentLength;

    protected FieldSection(int mostBytes, int mostLines) {
        super(false);
        this.mostBytes = mostBytes;
        this.mostLines = mostLines;
    }

    /** A section begins. */
    protected final void forgetLast() {
        lines.clear();
        sectionBytes = 0;
        malformed = null;
        contentLength = -1;
    }

    /** A field whose name begins with a colon. */
    protected abstract void pseudo(AsciiString name, AsciiString value);

    /** Another one, whose form is right. */
    protected abstract void regular(AsciiString name, AsciiString value);

    /** Whether it was refused for something else than its form. */
    protected abstract boolean isRefused();

    protected abstract void refuseBytes(int most);

    protected abstract void refuseLines(int most);

    /** Called by the decoder for each field. */
    @Override
    public final Http2Headers add(CharSequence name, CharSequence value) {
        if (malformed == null && !isRefused()) take(AsciiString.of(name), AsciiString.of(value));
        return this;
    }

    private void take(AsciiString name, AsciiString value) {
        if (!name.isEmpty() && name.byteAt(0) == ':') pseudo(name, value);
        else if (!isName(name)) malformed("a field name is no token in lower case");
        else if (!isValue(value)) malformed("a field value holds a control character, or blanks around it");
        else if (understood(name, value)) regular(name, value);
    }

    private static boolean isName(AsciiString name) {
        return FieldSyntax.isLowerCaseName(name.array(), name.arrayOffset(), name.arrayOffset() + name.length());
    }

    private static boolean isValue(AsciiString value) {
        return FieldSyntax.isTrimmedValue(value.array(), value.arrayOffset(), value.arrayOffset() + value.length());
    }

    /** Takes in what frames the message, and refuses what belongs to HTTP/1.1's connections. */
    private boolean understood(AsciiString name, AsciiString value) {
        return switch (name.toString()) {
            case "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade" ->
                malformed("it has a field that belongs to the connection, " + name);
            case "content-length" -> contentLength(value);
            default -> true;
        };
    }

    private boolean contentLength(AsciiString value) {
        if (contentLength >= 0) return malformed("it has more than one Content-Length");
        if (value.isEmpty()) return malformed("its Content-Length is empty");
        long number = 0;
        for (int i = 0; i < value.length(); i++) {
            byte digit = value.byteAt(i);
            if (digit < '0' || digit > '9') return malformed("its Content-Length is not a number");
            number = number > Long.MAX_VALUE / 10 - 10 ? Long.MAX_VALUE : number * 10 + (digit - '0');
        }
        contentLength = number;
        return true;
    }

    /** Keeps a field, where it is within the limits. */
    protected final void store(AsciiString name, AsciiString value) {
        if (!fits(name.length() + value.length())) return;
        if (lines.count() == mostLines) refuseLines(mostLines);
        else lines.add(name, value);
    }

    /** Counts a field of so many bytes. */
    protected final boolean fits(int fieldBytes) {
        sectionBytes += fieldBytes + LINE_BYTES;
        if (sectionBytes > mostBytes) refuseBytes(mostBytes);
        return sectionBytes <= mostBytes;
    }

    /** A field that was counted is stored in another form. */
    protected final void countAnew(int fieldBytes) {
        sectionBytes -= fieldBytes + LINE_BYTES;
    }

    /** Notes why; always false. */
    protected final boolean malformed(String why) {
        malformed = why;
        return false;
    }

    /** Which rule of form it breaks, or null. */
    protected final @Nullable String malformed() {
        return malformed;
    }

    /** The fields that were kept. */
    protected final FieldLines lines() {
        return lines;
    }

    /** Of Content-Length, or -1; {@link Long#MAX_VALUE} stands for all that no content can have. */
    protected final long contentLength() {
        return contentLength;
    }

    /** For logs: it is of a stranger's making, and never compared. */
    @Override
    public final String toString() {
        return lines.count() + " fields";
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }
}
