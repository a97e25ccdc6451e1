package vesper.http;

/**
 * Host and optional port, as in the Host field and in absolute request targets (RFC 3986, section 3.2; RFC 9110,
 * section 7.2).
 */
final class Authority {
    private static final int LARGEST_PORT = 65_535;
    private static final int IPV6_GROUPS = 8;
    /**
     * The unreserved characters and sub-delims of RFC 3986, except for the comma, which would turn the field into a
     * list.
     */
    private static final boolean[] NAME = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) NAME[c] = true;
        for (char c = 'a'; c <= 'z'; c++) NAME[c] = true;
        for (char c = 'A'; c <= 'Z'; c++) NAME[c] = true;
        for (char c : "-._~!$&'()*+;=".toCharArray()) NAME[c] = true;
    }

    private Authority() {}

    /** Checks for a host that is not empty, with a port of at most 65535 if there is one. User info is invalid. */
    static boolean isValid(byte[] bytes, int from, int to) {
        if (from == to) return false;
        int hostEnd = bytes[from] == '[' ? literalEnd(bytes, from, to) : nameEnd(bytes, from, to);
        if (hostEnd <= from) return false;
        return hostEnd == to || (bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to));
    }

    /** Like {@link #isValid}, but the port is required, as for CONNECT (RFC 9110, section 9.3.6). */
    static boolean isValidWithPort(byte[] bytes, int from, int to) {
        if (!isValid(bytes, from, to)) return false;
        int start = to;
        while (start > from && isDigit(bytes[start - 1])) start--;
        return start < to && start > from && bytes[start - 1] == ':';
    }

    /** Returns the end of an address in brackets, or -1 if it is invalid. */
    private static int literalEnd(byte[] bytes, int from, int to) {
        int last = from + 1;
        while (last < to && bytes[last] != ']') last++;
        if (last == to || last == from + 1) return -1;
        boolean isFuture = (bytes[from + 1] | 0x20) == 'v';
        boolean valid = isFuture ? isFutureAddress(bytes, from + 2, last) : isIpv6(bytes, from + 1, last);
        return valid ? last + 1 : -1;
    }

    /** Checks for {@code 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )}, the part after the letter v. */
    private static boolean isFutureAddress(byte[] bytes, int from, int to) {
        int dot = from;
        while (dot < to && isHexDigit(bytes[dot])) dot++;
        if (dot == from || dot + 1 >= to || bytes[dot] != '.') return false;
        for (int i = dot + 1; i < to; i++) {
            if (bytes[i] != ':' && !isNameByte(bytes[i])) return false;
        }
        return true;
    }

    /**
     * Checks for eight groups, where an IPv4 address may replace the last two, and one {@code ::} one or more groups of
     * zeros.
     */
    private static boolean isIpv6(byte[] bytes, int from, int to) {
        int groups = 0;
        boolean shortened = false;
        int i = from;
        if (i + 1 < to && bytes[i] == ':' && bytes[i + 1] == ':') {
            shortened = true;
            i += 2;
        }
        while (i < to) {
            int start = i;
            while (i < to && isHexDigit(bytes[i])) i++;
            if (i < to && bytes[i] == '.') {
                if (!isIpv4(bytes, start, to)) return false;
                groups += 2;
                break;
            }
            if (i == start || i - start > 4) return false;
            groups++;
            if (i == to) break;
            if (bytes[i++] != ':' || i == to) return false;
            if (bytes[i] == ':') {
                if (shortened) return false;
                shortened = true;
                i++;
            }
        }
        return shortened ? groups < IPV6_GROUPS : groups == IPV6_GROUPS;
    }

    private static boolean isIpv4(byte[] bytes, int from, int to) {
        int i = from;
        for (int octet = 0; octet < 4; octet++) {
            if (octet > 0 && (i == to || bytes[i++] != '.')) return false;
            int start = i;
            int value = 0;
            while (i < to && isDigit(bytes[i]) && i - start < 3) value = value * 10 + (bytes[i++] - '0');
            boolean padded = i - start > 1 && bytes[start] == '0';
            if (i == start || value > 255 || padded) return false;
        }
        return i == to;
    }

    private static int nameEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (true) {
            while (i < to && isNameByte(bytes[i])) i++;
            if (i == to || bytes[i] != '%') return i;
            if (i + 2 >= to || !isHexDigit(bytes[i + 1]) || !isHexDigit(bytes[i + 2])) return -1;
            i += 3;
        }
    }

    private static boolean isHexDigit(byte b) {
        return b >= 0 && Character.digit(b, 16) >= 0;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isNameByte(byte b) {
        return b >= 0 && NAME[b];
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        int port = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes[i])) return false;
            port = port * 10 + (bytes[i] - '0');
            if (port > LARGEST_PORT) return false;
        }
        return true;
    }
}
