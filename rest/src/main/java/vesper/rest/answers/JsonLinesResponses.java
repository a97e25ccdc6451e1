package vesper.rest.answers;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Response;
import vesper.rest.media.ResponseMediaType;

/** Creates responses of several values, each sent as one line of JSON. */
public final class JsonLinesResponses {
    private final Codec codec;
    private volatile @Nullable Codec compactCodec;

    public JsonLinesResponses(Codec codec) {
        this.codec = codec;
    }

    /** Returns whether values of this media type are sent as lines of JSON. */
    static boolean isLines(ResponseMediaType form) {
        return switch (form.type().subtype()) {
            case "x-ndjson", "jsonl", "x-jsonlines" -> true;
            default -> false;
        };
    }

    /** Returns a response with one line for each value, sent as soon as the value is available. */
    Response respond(Object values, int code, ResponseMediaType form) {
        return Response.of(code).header("Content-Type", form.written()).body(new Lines(values));
    }

    /** A body that closes the source of the values, whether or not they are sent. */
    private final class Lines implements Response.BodyWriter {
        private final Object values;

        Lines(Object values) {
            this.values = values;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            writeLines(values, out);
        }

        @Override
        public void discard() {
            close(values);
        }
    }

    private void writeLines(Object values, OutputStream out) throws IOException {
        try {
            Iterator<?> each = iterator(values);
            boolean isComplete = values instanceof Collection;
            while (each.hasNext()) {
                out.write(json(each.next()));
                out.write('\n');
                if (!isComplete) out.flush();
            }
        } finally {
            close(values);
        }
    }

    private static Iterator<?> iterator(Object values) {
        return switch (values) {
            case BaseStream<?, ?> stream -> stream.iterator();
            case Iterator<?> iterator -> iterator;
            case Iterable<?> iterable -> iterable.iterator();
            default -> List.of(values).iterator();
        };
    }

    /** Closes the values if they are a stream. */
    static void close(@Nullable Object values) {
        if (values instanceof BaseStream<?, ?> stream) stream.close();
    }

    private byte[] json(@Nullable Object value) {
        Codec known = compactCodec;
        if (known == null) compactCodec = known = codec.unindented();
        return known.write(MediaFormat.JSON, value);
    }
}
