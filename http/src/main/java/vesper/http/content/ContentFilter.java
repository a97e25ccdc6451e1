package vesper.http.content;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;

/**
 * The filter for contents. It inflates coded request content, evaluates conditional requests for responses with {@code
 * ETag} or {@code Last-Modified}, and compresses responses for clients that accept it.
 *
 * <p>A request without content whose response is small and has no validator passes without a lookup of any header
 * field.
 */
public final class ContentFilter implements Filter {
    private static final Logger log = LoggerFactory.getLogger(ContentFilter.class);

    private final Inflation inflation;
    private final Compression compression;

    public ContentFilter(ContentSettings settings) {
        this(new Inflation(settings), new Compression(settings));
    }

    ContentFilter(Inflation inflation, Compression compression) {
        this.inflation = inflation;
        this.compression = compression;
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        if (request.method() != Method.GET && request.method() != Method.HEAD) Conditions.translate(request);
        if (request.body().length() == 0) return finished(request, next.handle(request));
        return switch (inflation.inflate(request)) {
            case Inflation.InflationResult.Plain _ -> finished(request, next.handle(request));
            case Inflation.InflationResult.Refused(var answer) -> answer;
            case Inflation.InflationResult.Coded(var body) -> inflating(request, body, next);
        };
    }

    private Response inflating(Request request, InflatedBody body, Handler next) throws Exception {
        Response response;
        try {
            response = next.handle(request);
        } catch (Throwable e) {
            close(body);
            throw e;
        }
        return finished(request, closing(request, response, body));
    }

    /** A streamed response may still read the request's content while it is written, so the body is closed after it. */
    private static Response closing(Request request, Response response, InflatedBody body) {
        CompletionStage<Response> later = response.whenReady().orElse(null);
        if (later != null) {
            return Response.later(later.whenComplete((ready, _) -> {
                        if (ready == null) close(body);
                    })
                    .thenApply(ready -> closing(request, ready, body)));
        }
        if (response.content() instanceof Response.Streamed streamed && request.method() != Method.HEAD)
            return response.copy().body(new ClosingWriter(streamed, body));
        close(body);
        return response;
    }

    private static void close(InflatedBody body) {
        try {
            body.close();
        } catch (IOException e) {
            log.debug("content that was inflated cannot be closed", e);
        }
    }

    private record ClosingWriter(Response.Streamed content, InflatedBody body) implements Response.BodyWriter {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (body) {
                content.writer().writeTo(out);
            }
        }

        @Override
        public void discard() throws IOException {
            try (body) {
                content.writer().discard();
            }
        }
    }

    private Response finished(Request request, Response response) {
        if (response.isLater())
            return Response.later(response.whenReady().orElseThrow().thenApply(ready -> finished(request, ready)));
        Response answer = response.hasValidator() ? Conditions.answer(request, response) : response;
        return compression.isWorthwhile(answer) ? compression.compressed(request, answer) : answer;
    }
}
