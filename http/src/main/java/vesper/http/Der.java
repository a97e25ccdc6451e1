package vesper.http;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The part of ASN.1 DER (X.690) needed to convert older forms of private keys to PKCS#8 (RFC 5958). */
final class Der {
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xA0;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final byte[] NULL = {0x05, 0x00};
    /** 1.2.840.113549.1.1.1 */
    private static final byte[] RSA = {
        0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01
    };
    /** 1.2.840.10045.2.1 */
    private static final byte[] EC = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

    private Der() {}

    static byte[] pkcs8OfRsa(byte[] pkcs1) {
        return pkcs8(element(SEQUENCE, RSA, NULL), pkcs1);
    }

    /**
     * Converts an EC key of SEC 1. PKCS#8 wants the curve in another place, so it is copied there.
     *
     * @throws IllegalArgumentException if the key does not name its curve
     */
    static byte[] pkcs8OfEc(byte[] sec1) {
        int end = sec1.length;
        int position = contentStart(sec1, 0);
        while (position < end) {
            int start = contentStart(sec1, position);
            int next = start + length(sec1, position);
            if (next > end) break;
            if ((sec1[position] & 0xff) == PARAMETERS)
                return pkcs8(element(SEQUENCE, EC, Arrays.copyOfRange(sec1, start, next)), sec1);
            position = next;
        }
        throw new IllegalArgumentException("an EC key that does not name its curve");
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, VERSION_0, algorithm, element(OCTET_STRING, key));
    }

    private static byte[] element(int tag, byte[]... contents) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = 0;
        for (byte[] content : contents) length += content.length;
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
            out.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) out.write(length >> (8 * i));
        }
        for (byte[] content : contents) out.writeBytes(content);
        return out.toByteArray();
    }

    private static int contentStart(byte[] der, int at) {
        int first = byteAt(der, at + 1);
        return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int first = byteAt(der, at + 1);
        if (first < 0x80) return first;
        int bytes = first & 0x7f;
        if (bytes > 3) throw new IllegalArgumentException("an element that is too long");
        int length = 0;
        for (int i = 0; i < bytes; i++) length = length << 8 | byteAt(der, at + 2 + i);
        return length;
    }

    private static int byteAt(byte[] der, int at) {
        if (at >= der.length) throw new IllegalArgumentException("an element that is cut off");
        return der[at] & 0xff;
    }
}
