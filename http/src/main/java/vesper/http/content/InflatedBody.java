package vesper.http.content;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.HeldBytes;
import vesper.http.RefusedException;
import vesper.http.RequestBody;

/**
 * Request content that is inflated while it is read. It holds a slot of {@link Coders} until it is closed. Closing it
 * also discards what a handler did not read.
 */
final class InflatedBody implements RequestBody, AutoCloseable {
    private static final int PART_BYTES = 8 << 10;

    private final RequestBody coded;
    private final List<ContentCoding> codings;
    private final ContentSettings settings;
    private final Coders coders;
    private final HeldBytes held;
    private @Nullable InputStream opened;
    private long heldBytes;
    private boolean closed;

    /** @param codings in the order in which they are decoded */
    InflatedBody(
            RequestBody coded, List<ContentCoding> codings, ContentSettings settings, Coders coders, HeldBytes held) {
        this.coded = coded;
        this.codings = codings;
        this.settings = settings;
        this.coders = coders;
        this.held = held;
    }

    /** The inflated length is unknown in advance. */
    @Override
    public long length() {
        return -1;
    }

    @Override
    public InputStream stream() throws IOException {
        if (opened != null || closed) throw new IOException("the body has been read already");
        InputStream stream = coded.stream();
        opened = stream;
        for (ContentCoding coding : codings) {
            stream = BoundedInflation.of(
                    stream,
                    coding::decoder,
                    settings.inflationRatio(),
                    settings.bodyBytes(),
                    BodyComplaints.COMPLAINTS);
            opened = stream;
        }
        return stream;
    }

    @Override
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(PART_BYTES);
        try (InputStream in = stream()) {
            byte[] part = new byte[PART_BYTES];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                if (!held.take(count)) throw new RefusedException(HeldBytes.TOO_MANY_BODIES);
                heldBytes += count;
                whole.write(part, 0, count);
            }
        }
        return whole.toByteArray();
    }

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        held.release(heldBytes);
        coders.release();
        if (opened != null) opened.close();
    }
}
