package vesper.http;

/** Host and optional port, as in the Host field and in absolute targets (RFC 3986, section 3.2; RFC 9110, 7.2). */
final class Authority {
    private static final int LARGEST_PORT = 65_535;
    /** unreserved, percent-encoded and sub-delims of RFC 3986, less the comma, which would make a list of the field. */
    private static final boolean[] NAME = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) NAME[c] = true;
        for (char c = 'a'; c <= 'z'; c++) NAME[c] = true;
        for (char c = 'A'; c <= 'Z'; c++) NAME[c] = true;
        for (char c : "-._~%!$&'()*+;=".toCharArray()) NAME[c] = true;
    }

    private Authority() {}

    /** Whether the bytes are a host that is not empty, and a port of at most 65535 where there is one. No user info. */
    static boolean isValid(byte[] bytes, int from, int to) {
        if (from == to) return false;
        int hostEnd = bytes[from] == '[' ? literalEnd(bytes, from, to) : nameEnd(bytes, from, to);
        if (hostEnd <= from) return false;
        return hostEnd == to || (bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to));
    }

    /** Where an IPv6 literal in brackets ends, or -1. */
    private static int literalEnd(byte[] bytes, int from, int to) {
        int colons = 0;
        for (int i = from + 1; i < to; i++) {
            byte b = bytes[i];
            if (b == ']') return colons >= 2 ? i + 1 : -1;
            if (b == ':') colons++;
            else if (b != '.' && Character.digit(b, 16) < 0) return -1;
        }
        return -1;
    }

    private static int nameEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && isNameByte(bytes[i])) i++;
        return i;
    }

    private static boolean isNameByte(byte b) {
        return b >= 0 && NAME[b];
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        int port = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') return false;
            port = port * 10 + (bytes[i] - '0');
            if (port > LARGEST_PORT) return false;
        }
        return true;
    }
}
