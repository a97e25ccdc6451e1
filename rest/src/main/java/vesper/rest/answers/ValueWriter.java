package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.media.Accept;
import vesper.rest.media.Representation;

/** Marshals values by {@code Accept}. */
public final class ValueWriter {
    private final Codec codec;

    public ValueWriter(Codec codec) {
        this.codec = codec;
    }

    /** The answer with this value as JSON or XML; as JSON where neither is accepted, for a failure must be told. */
    Response answer(@Nullable Object value, int status, Request request) {
        if (value == null) return Response.of(status);
        Representation form = Accept.of(request.headers()).ofValues().orElse(Representation.JSON);
        return answer(value, status, form, form.format().orElse(MediaFormat.JSON));
    }

    Response answer(Object value, int status, Representation form, MediaFormat format) {
        return Response.of(status).header("Content-Type", form.written()).body(codec.write(format, value));
    }
}
