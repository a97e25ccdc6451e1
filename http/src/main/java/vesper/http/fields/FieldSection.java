package vesper.http.fields;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of a header section's fields from Netty's HPACK decoder, in the order sent. It checks the rules of RFC
 * 9113, section 8, that apply to both ends, and the same limits as for HTTP/1.1. Each connection owns one and resets it
 * for each section. After the first broken rule or exceeded limit no further field is stored, so a few bytes of HPACK
 * cannot fill memory.
 */
public abstract class FieldSection extends DefaultHttp2Headers {
    /** Bytes of an HTTP/1.1 line beside name and value: colon, blank and line end. */
    private static final int LINE_BYTES = 4;

    private final int mostBytes;
    private final int mostLines;
    private final FieldLines lines = new FieldLines();
    private int sectionBytes;
    private @Nullable String malformed;
    /** Value of Content-Length, or -1. */
    private long contentLength;

    protected FieldSection(int mostBytes, int mostLines) {
        super(false);
        this.mostBytes = mostBytes;
        this.mostLines = mostLines;
    }

    /** Resets this object for a new section. */
    protected final void forgetLast() {
        lines.clear();
        sectionBytes = 0;
        malformed = null;
        contentLength = -1;
    }

    /** Handles a pseudo-header, a field whose name starts with a colon. */
    protected abstract void pseudo(AsciiString name, AsciiString value);

    /** Handles a regular field whose form is valid. */
    protected abstract void regular(AsciiString name, AsciiString value);

    /** Returns whether the section was refused for a reason other than its form. */
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

    /** Reads the fields that frame the message, and rejects those that belong to an HTTP/1.1 connection. */
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

    /** Stores a field, if it is within the limits. */
    protected final void store(AsciiString name, AsciiString value) {
        if (!fits(name.length() + value.length())) return;
        if (lines.count() == mostLines) refuseLines(mostLines);
        else lines.add(name, value);
    }

    /** Counts a field of {@code fieldBytes} bytes and returns whether the section is still within its limit. */
    protected final boolean fits(int fieldBytes) {
        sectionBytes += fieldBytes + LINE_BYTES;
        if (sectionBytes > mostBytes) refuseBytes(mostBytes);
        return sectionBytes <= mostBytes;
    }

    /** Takes back the count of a field, which will be counted again when it is stored in another form. */
    protected final void countAnew(int fieldBytes) {
        sectionBytes -= fieldBytes + LINE_BYTES;
    }

    /** Records why the section is malformed. Always returns false. */
    protected final boolean malformed(String why) {
        malformed = why;
        return false;
    }

    /** Returns the rule of form that the section breaks, or null. */
    protected final @Nullable String malformed() {
        return malformed;
    }

    /** Returns the fields stored so far. */
    protected final FieldLines lines() {
        return lines;
    }

    /**
     * Returns the value of Content-Length, or -1. {@link Long#MAX_VALUE} stands for any value too large for a
     * {@code long}.
     */
    protected final long contentLength() {
        return contentLength;
    }

    /** Omits the fields from logs, since a remote peer chose them. */
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
