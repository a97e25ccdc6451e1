package vesper.peers.vesper;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.http.Method;
import vesper.http.client.ClientRequest;
import vesper.http.client.ClientResponse;
import vesper.http.client.HttpClient;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/**
 * A document of a server, accessed by Vesper's own client. Its state is converted to and from JSON for each request.
 */
record HttpNote(HttpClient client, URI address, Codec codec) implements StoredDocument {
    @Override
    public void create(State state, RequestCallback callback) {
        send(putOf(state).header("If-None-Match", "*"), callback);
    }

    @Override
    public void put(State state, RequestCallback callback) {
        send(putOf(state), callback);
    }

    @Override
    public void get(RequestCallback callback) {
        send(ClientRequest.of(Method.GET, address), callback);
    }

    @Override
    public long version() throws IOException {
        ClientResponse response = client.exchange(ClientRequest.of(Method.HEAD, address));
        String tag = response.header("ETag").orElseThrow(() -> unexpected(response));
        return Long.parseLong(tag, 1, tag.length() - 1, 10);
    }

    private ClientRequest putOf(State state) {
        return ClientRequest.of(Method.PUT, address)
                .header("Content-Type", "application/json")
                .body(codec.write(MediaFormat.JSON, state));
    }

    private void send(ClientRequest request, RequestCallback callback) {
        var _ = client.send(request).whenComplete((response, failure) -> {
            if (failure == null) failureOf(response).ifPresentOrElse(callback::failed, callback::succeeded);
            else callback.failed(failure);
        });
    }

    private Optional<IOException> failureOf(ClientResponse response) {
        if (!response.isSuccess()) return Optional.of(unexpected(response));
        return codec.read(MediaFormat.JSON, response.body(), State.class) instanceof DecodeResult.Value<?>
                ? Optional.empty()
                : Optional.of(new IOException("invalid state: " + response.text()));
    }

    private IOException unexpected(ClientResponse response) {
        return new IOException("unexpected response of " + address + ": " + response);
    }
}
