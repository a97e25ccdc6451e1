package vesper.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** A body that had arrived before the handler was called. */
final class WholeBody implements RequestBody {
    static final WholeBody EMPTY = new WholeBody(new byte[0]);

    private final byte[] content;

    WholeBody(byte[] content) {
        this.content = content;
    }

    @Override
    public long length() {
        return content.length;
    }

    @Override
    public byte[] whole() {
        return content;
    }

    @Override
    public InputStream stream() {
        return new ByteArrayInputStream(content);
    }

    @Override
    public byte[] bytes() {
        return content;
    }
}
