package vesper.http;

import vesper.http.fields.FieldSyntax;

/**
 * A head whose end has not come, and how much of it has been looked at. One that comes byte by byte is not read anew
 * for each of them, but when a line has ended or broken off, or when its line or section is longer than any may be.
 */
final class HeadWait {
    private static final int CRLF_LENGTH = 2;

    private final HttpLimits limits;
    private boolean begun;
    private int seenBytes;
    /** How long it may become before something can be said of it in the middle of a line. */
    private int mostBytes;

    HeadWait(HttpLimits limits) {
        this.limits = limits;
    }

    /** Whether the beginning of a head has come, and its end has not. */
    boolean hasBegun() {
        return begun;
    }

    /** So many bytes of it have come, and told this. */
    void goesOn(HeadParser.Incomplete parsed, int bytes) {
        begun = true;
        seenBytes = bytes;
        mostBytes = limits.requestLineBytes();
        if (parsed.lineEnded()) mostBytes += CRLF_LENGTH + limits.headerBytes();
    }

    /** Whether there may be more to say now. */
    boolean mayTellMore(byte[] bytes, int from, int to) {
        if (!begun || to - from > mostBytes) return true;
        for (int i = from + seenBytes - 1; i < to; i++) if (!FieldSyntax.isValueByte(bytes[i])) return true;
        seenBytes = to - from;
        return false;
    }

    /** It is whole, or will never be. */
    void ends() {
        begun = false;
    }
}
