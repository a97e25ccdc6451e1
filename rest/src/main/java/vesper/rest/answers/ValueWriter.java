package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.media.Accept;
import vesper.rest.media.ResponseMediaType;

/** Marshals values according to {@code Accept}. */
public final class ValueWriter {
    private final Codec codec;

    public ValueWriter(Codec codec) {
        this.codec = codec;
    }

    /**
     * Returns a response with this value as JSON or XML. Uses JSON if the client accepts neither, so that a failure is
     * still reported.
     */
    Response respond(@Nullable Object value, int status, Request request) {
        if (value == null) return Response.of(status);
        ResponseMediaType form =
                Accept.of(request.headers()).valueRepresentation().orElse(ResponseMediaType.JSON);
        return respond(value, status, form, form.format().orElse(MediaFormat.JSON));
    }

    Response respond(Object value, int status, ResponseMediaType form, MediaFormat format) {
        return Response.of(status).header("Content-Type", form.written()).body(codec.write(format, value));
    }
}
