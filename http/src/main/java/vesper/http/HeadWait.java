package vesper.http;

import vesper.http.fields.FieldSyntax;

/**
 * An incomplete request head, and how much of it was examined. A head that arrives byte by byte is not parsed again for
 * each byte, but only when a line has ended or broken off, or when the line or section exceeds its limit.
 */
final class HeadWait {
    private static final int CRLF_LENGTH = 2;

    private final HttpLimits limits;
    private boolean started;
    private int seenBytes;
    /** Length beyond which parsing is useful even in the middle of a line. */
    private int mostBytes;

    HeadWait(HttpLimits limits) {
        this.limits = limits;
    }

    /** Returns whether the start of a head has arrived and its end has not. */
    boolean hasStarted() {
        return started;
    }

    /** Records the result of parsing an incomplete head of this length. */
    void update(HeadParser.Incomplete parsed, int bytes) {
        started = true;
        seenBytes = bytes;
        mostBytes = limits.requestLineBytes();
        if (parsed.lineEnded()) mostBytes += CRLF_LENGTH + limits.headerBytes();
    }

    /** Returns whether parsing again may give another result. */
    boolean mayAdvance(byte[] bytes, int from, int to) {
        if (!started || to - from > mostBytes) return true;
        for (int i = from + seenBytes - 1; i < to; i++) if (!FieldSyntax.isValueByte(bytes[i])) return true;
        seenBytes = to - from;
        return false;
    }

    /** Called when the head is complete, or is given up. */
    void reset() {
        started = false;
    }
}
