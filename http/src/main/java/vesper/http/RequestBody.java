package vesper.http;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The content of a request; read it once, either as a stream or whole, on the thread that handles the request. */
public interface RequestBody {
    /** A body that is already here. The array is taken over. */
    static RequestBody of(byte[] bytes) {
        return bytes.length == 0 ? WholeBody.EMPTY : new WholeBody(bytes);
    }

    /** Bytes to come, as declared by Content-Length, or -1 where the request is chunked and nobody knows yet. */
    long length();

    /** The content where all of it is here, as an array that is not to be changed; null where it comes when it is read. */
    default byte @Nullable [] whole() {
        return null;
    }

    /**
     * The content as it arrives. Reading waits for the client, within {@link HttpLimits#bodyBytesPerSecond}.
     *
     * @return a stream whose reads fail with {@link RefusedException} where the body is too large, too slow or
     *     malformed, and with another {@link IOException} where the client went away
     */
    InputStream stream() throws IOException;

    /**
     * The whole content, at most {@link HttpLimits#bodyBytes}.
     *
     * @throws IOException as {@link #stream} has it
     */
    default byte[] bytes() throws IOException {
        try (InputStream stream = stream()) {
            return stream.readAllBytes();
        }
    }

    /**
     * The whole content, where it has to be small.
     *
     * @throws RefusedException with 413 if it is larger than this, before more of it is read
     */
    default byte[] bytes(long mostBytes) throws IOException {
        if (length() > mostBytes) throw tooLarge(mostBytes);
        byte[] whole = bytes();
        if (whole.length > mostBytes) throw tooLarge(mostBytes);
        return whole;
    }

    /** More content came than there may be. */
    static RefusedException tooLarge(long mostBytes) {
        return new RefusedException(new Refusal(413, "The body is over " + mostBytes + " bytes"));
    }
}
