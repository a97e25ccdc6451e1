package vesper.peers.vesper;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.http.Method;
import vesper.http.client.ClientRequest;
import vesper.http.client.ClientResponse;
import vesper.http.client.HttpClient;
import vesper.peers.documents.Answer;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/**
 * A document of a server, accessed by Vesper's own client. Its state is converted to and from JSON for each request.
 */
record HttpNote(HttpClient client, URI address, Codec codec) implements StoredDocument {
    @Override
    public void create(State state, Answer answer) {
        send(sending(state).header("If-None-Match", "*"), answer);
    }

    @Override
    public void put(State state, Answer answer) {
        send(sending(state), answer);
    }

    @Override
    public void get(Answer answer) {
        send(ClientRequest.of(Method.GET, address), answer);
    }

    @Override
    public long version() throws IOException {
        ClientResponse response = client.exchange(ClientRequest.of(Method.HEAD, address));
        String tag = response.header("ETag").orElseThrow(() -> new IOException(address + " answers " + response));
        return Long.parseLong(tag, 1, tag.length() - 1, 10);
    }

    private ClientRequest sending(State state) {
        return ClientRequest.of(Method.PUT, address)
                .header("Content-Type", "application/json")
                .body(codec.write(MediaFormat.JSON, state));
    }

    private void send(ClientRequest request, Answer answer) {
        var _ = client.send(request).whenComplete((response, failure) -> {
            if (failure != null) answer.done(failure);
            else if (!response.isSuccess()) answer.done(new IOException(address + " answers " + response));
            else answer.done(read(response));
        });
    }

    private @Nullable Throwable read(ClientResponse response) {
        return codec.read(MediaFormat.JSON, response.body(), State.class) instanceof DecodeResult.Value<?>
                ? null
                : new IOException("no state: " + response.text());
    }
}
