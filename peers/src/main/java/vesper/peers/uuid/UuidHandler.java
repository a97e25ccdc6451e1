package vesper.peers.uuid;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/** Generates UUIDs. The parameters are in the query or, for a POST with a body, in the body. */
final class UuidHandler extends Handler.Abstract {
    static final String PATH = "/api/uuid";

    private static final HttpField XML = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/xml");
    private static final HttpField TEXT = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
    private static final HttpField ALLOWED = new PreEncodedHttpField(HttpHeader.ALLOW, "GET, POST");

    private final UuidSource source = new UuidSource();
    private final UuidXml xml = new UuidXml();

    UuidHandler(InvocationType threads) {
        super(threads);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!Request.getPathInContext(request).equals(PATH)) return false;
        if (HttpMethod.GET.is(request.getMethod())) {
            answer(request, new byte[0], response, callback);
        } else if (HttpMethod.POST.is(request.getMethod())) {
            new BoundedBody(request, getInvocationType(), onBody(request, response, callback)).run();
        } else {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(ALLOWED);
            callback.succeeded();
        }
        return true;
    }

    private Promise<byte[]> onBody(Request request, Response response, Callback callback) {
        return Promise.from(
                body -> answer(request, body, response, callback), failure -> reject(failure, response, callback));
    }

    private void answer(Request request, byte[] body, Response response, Callback callback) {
        byte[] uuids;
        try {
            UuidRequest parameters = body.length > 0 ? xml.read(body) : inQuery(request);
            uuids = xml.write(parameters.count(), source.of(parameters));
        } catch (RejectedException refusal) {
            reject(refusal, response, callback);
            return;
        }
        write(XML, uuids, response, callback);
    }

    private static UuidRequest inQuery(Request request) {
        Fields query = Request.extractQueryParameters(request);
        return UuidRequest.of(
                orDefault(query.getValue("method"), UuidRequest.DEFAULT_METHOD),
                orDefault(query.getValue("count"), UuidRequest.DEFAULT_COUNT),
                orDefault(query.getValue("name"), ""));
    }

    private static String orDefault(@Nullable String text, String defaultValue) {
        return text == null ? defaultValue : text;
    }

    /** Rejects a request. If its body was lost, there is no client to respond to, and only the callback fails. */
    private static void reject(Throwable failure, Response response, Callback callback) {
        if (failure instanceof RejectedException refusal) {
            response.setStatus(refusal.status());
            write(TEXT, refusal.message().getBytes(StandardCharsets.UTF_8), response, callback);
        } else {
            callback.failed(failure);
        }
    }

    private static void write(HttpField contentType, byte[] body, Response response, Callback callback) {
        response.getHeaders().put(contentType);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
