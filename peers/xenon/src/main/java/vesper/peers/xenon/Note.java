package vesper.peers.xenon;

import com.vmware.xenon.common.Operation;
import com.vmware.xenon.common.ServiceHost;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** A service of a Xenon host in this process or another. */
final class Note implements StoredDocument {
    private static final long SECONDS = 60;

    private final ServiceHost host;
    private final URI factory;
    private final URI address;
    private final String id;
    private final boolean remote;

    /** @param remote true to send requests over a socket even if the host is in this process */
    Note(ServiceHost host, URI factory, URI address, String id, boolean remote) {
        this.host = host;
        this.factory = factory;
        this.address = address;
        this.id = id;
        this.remote = remote;
    }

    @Override
    public void create(State state, RequestCallback callback) {
        NoteState note = NoteState.of(state);
        note.documentSelfLink = id;
        send(Operation.createPost(factory).setBody(note), callback);
    }

    @Override
    public void put(State state, RequestCallback callback) {
        send(Operation.createPut(address).setBody(NoteState.of(state)), callback);
    }

    @Override
    public void get(RequestCallback callback) {
        send(Operation.createGet(address), callback);
    }

    @Override
    public long version() throws Exception {
        return version(Operation.createGet(address));
    }

    /** Reads the local copy; by default a host asks the owner. */
    @Override
    public long localVersion() throws Exception {
        return version(Operation.createGet(address).addPragmaDirective(Operation.PRAGMA_DIRECTIVE_NO_FORWARDING));
    }

    private long version(Operation get) throws Exception {
        var version = new CompletableFuture<Long>();
        send(get.setCompletion((done, failure) -> {
            if (failure == null) version.complete(done.getBody(NoteState.class).documentVersion);
            else version.completeExceptionally(failure);
        }));
        return version.get(SECONDS, TimeUnit.SECONDS);
    }

    private void send(Operation operation, RequestCallback callback) {
        send(operation.setCompletion((_, failure) -> {
            if (failure == null) callback.succeeded();
            else callback.failed(failure);
        }));
    }

    private void send(Operation operation) {
        if (remote) operation.forceRemote();
        host.sendRequest(operation.setReferer(host.getUri()));
    }
}
