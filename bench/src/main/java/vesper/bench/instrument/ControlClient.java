package vesper.bench.instrument;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import vesper.bench.FailureMessages;
import vesper.bench.load.LoadRequest;

/** A client for requests to one server that are not part of the load. */
final class ControlClient implements Closeable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final URI server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    ControlClient(URI server) {
        this.server = server;
    }

    /**
     * Sends a request and returns the body of the response.
     *
     * @throws IOException also if the status is 300 or above
     */
    String send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = answer(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(method + " " + path + " failed with status " + answer.statusCode() + ": "
                    + answer.body().strip());
        }
        return answer.body();
    }

    /**
     * Sends a request and returns the form of the response, for any status.
     *
     * @param body body of the request; none if it is empty
     */
    AnswerForm formOfResponse(String method, String path, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(TIMEOUT)
                .header("Accept", "*/*")
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (body.length > 0) request.header("Content-Type", LoadRequest.mediaType(body[0]));
        HttpResponse<InputStream> answer = answer(request.build(), BodyHandlers.ofInputStream());
        try (InputStream content = answer.body()) {
            return new AnswerForm(answer.statusCode(), content.transferTo(OutputStream.nullOutputStream()));
        }
    }

    private <T> HttpResponse<T> answer(HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        try {
            return client.send(request, body);
        } catch (IOException failure) {
            throw new IOException(
                    request.method() + " " + request.uri() + " failed: " + FailureMessages.messageOf(failure), failure);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
