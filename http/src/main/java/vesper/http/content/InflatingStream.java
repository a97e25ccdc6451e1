package vesper.http.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A strict decoder of gzip (RFC 1952) and zlib (RFC 1950): checksums and lengths are verified, and nothing may follow
 * the end.
 *
 * <p>The JDK's gzip stream calls itself once for each member, so a body of empty members would overflow the stack. This
 * class allows {@value #MOST_MEMBERS} members, and {@value #MOST_HEADER_BYTES} bytes of optional header fields.
 */
public final class InflatingStream extends InputStream {
    private static final int MOST_MEMBERS = 64;
    private static final int MOST_HEADER_BYTES = 64 << 10;
    private static final int INPUT_BYTES = 8 << 10;
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATED = 8;

    // Flags in the header of a member.
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private final InputStream in;
    private final boolean gzip;
    private final Inflater inflater;
    private final CRC32 crc = new CRC32();
    private final CRC32 headerCrc = new CRC32();
    private final byte[] input = new byte[INPUT_BYTES];
    private int from;
    private int to;
    private int members;
    private boolean inMember;
    private boolean ended;

    private InflatingStream(InputStream in, boolean gzip) {
        this.in = in;
        this.gzip = gzip;
        this.inflater = new Inflater(gzip);
    }

    public static InflatingStream ofGzip(InputStream in) {
        return new InflatingStream(in, true);
    }

    static InflatingStream ofZlib(InputStream in) {
        return new InflatingStream(in, false);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, target.length);
        if (size == 0) return 0;
        while (!ended) {
            if (!inMember) startMember();
            int count = inflate(target, offset, size);
            if (count > 0) return count;
        }
        return -1;
    }

    /** Returns the number of bytes inflated in one step; 0 if the step did something else. */
    private int inflate(byte[] target, int offset, int size) throws IOException {
        try {
            int count = inflater.inflate(target, offset, size);
            if (count > 0) {
                crc.update(target, offset, count);
                return count;
            }
        } catch (DataFormatException e) {
            throw new IOException("not deflated", e);
        }
        if (inflater.finished()) endMember();
        else if (inflater.needsDictionary()) throw new IOException("a dictionary is wanted");
        else feed();
        return 0;
    }

    private void feed() throws IOException {
        if (from == to && !fill()) throw new IOException("cut off");
        inflater.setInput(input, from, to - from);
        from = to;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(input));
        return to > 0;
    }

    private void startMember() throws IOException {
        if (++members > MOST_MEMBERS) throw new IOException("more than " + MOST_MEMBERS + " members");
        inMember = true;
        if (gzip) header();
        inflater.reset();
        crc.reset();
    }

    private void endMember() throws IOException {
        from = to - inflater.getRemaining();
        inMember = false;
        if (gzip) trailer();
        ended = from == to && !fill();
        if (!ended && !gzip) throw new IOException("something follows the end");
    }

    private void header() throws IOException {
        headerCrc.reset();
        if (twoBytes() != MAGIC) throw new IOException("no gzip header");
        if (headerByte() != DEFLATED) throw new IOException("unknown method");
        int flags = headerByte();
        if ((flags & RESERVED) != 0) throw new IOException("unknown flags");
        skip(6);
        int optional = 0;
        if ((flags & EXTRA) != 0) {
            optional = twoBytes();
            skip(optional);
        }
        if ((flags & NAME) != 0) optional = skipText(optional);
        if ((flags & COMMENT) != 0) skipText(optional);
        if ((flags & HEADER_CRC) != 0) headerChecksum();
    }

    private void headerChecksum() throws IOException {
        int expected = (int) headerCrc.getValue() & 0xffff;
        if (twoBytes() != expected) throw new IOException("the header's checksum is wrong");
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) headerByte();
    }

    private int skipText(int before) throws IOException {
        int optional = before;
        while (headerByte() != 0) {
            if (++optional > MOST_HEADER_BYTES) throw new IOException("too long a header");
        }
        return optional;
    }

    private int twoBytes() throws IOException {
        int low = headerByte();
        return headerByte() << 8 | low;
    }

    private int headerByte() throws IOException {
        int b = nextByte();
        headerCrc.update(b);
        return b;
    }

    private void trailer() throws IOException {
        if (fourBytes() != (int) crc.getValue()) throw new IOException("the checksum is wrong");
        if (fourBytes() != (int) inflater.getBytesWritten()) throw new IOException("the length is wrong");
    }

    private int fourBytes() throws IOException {
        return nextByte() | nextByte() << 8 | nextByte() << 16 | nextByte() << 24;
    }

    private int nextByte() throws IOException {
        if (from == to && !fill()) throw new IOException("cut off");
        return input[from++] & 0xff;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
