package vesper.peers.vesper;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.files.DiskThreads;
import vesper.peers.documents.Kind;
import vesper.peers.documents.State;
import vesper.rest.access.Permission;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.DocComments;
import vesper.rest.routing.Router;
import vesper.services.collections.BadDeclarationException;
import vesper.services.collections.Declaration;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OpenCollections;
import vesper.services.endpoints.CollectionRoutes;
import vesper.services.endpoints.EndpointParts;

/** A server with default settings for the collections; durable ones have their index, as in the product. */
final class NotesServer implements Closeable {
    private static final String PREFIX = "/api";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DiskThreads disk = DiskThreads.start(DiskThreads.DEFAULT_THREADS);
    private final Codec codec = new Codec(true);
    private final HttpServer http;

    private NotesServer(OpenCollections collections) throws IOException, BadDeclarationException {
        var router = new Router(codec);
        var controllers = new Controllers(codec, threads);
        var parts = new EndpointParts(
                codec,
                collections.cursors(),
                collections.clock(),
                disk,
                DocComments.NONE,
                collections.webhooks(),
                collections.ids());
        List<Declaration> declared = List.of(declaration(Kind.MEMORY), declaration(Kind.DURABLE));
        for (OpenCollection<?> each : collections.open("bench", "bench", declared, Map.of(), codec)) {
            router.publish(
                    each.name(),
                    CollectionRoutes.of(each, PREFIX, parts, controllers, Permission.UNSTATED, "the driver"));
        }
        http = HttpServer.start(HttpSettings.DEFAULTS, router, List.of());
    }

    static NotesServer start(OpenCollections collections) throws IOException {
        try {
            return new NotesServer(collections);
        } catch (BadDeclarationException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private static Declaration declaration(Kind kind) {
        CollectionPolicy policy = switch (kind) {
            case MEMORY -> CollectionPolicy.MEMORY;
            case DURABLE -> CollectionPolicy.DURABLE;
            case REPLICATED -> CollectionPolicy.REPLICATED;
        };
        return new Declaration(
                collection(kind), policy, Optional.of(State.class), Optional.empty(), Optional.empty(), "the driver");
    }

    static String collection(Kind kind) {
        return switch (kind) {
            case MEMORY -> "memory";
            case DURABLE -> "durable";
            case REPLICATED -> "replicated";
        };
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + http.address().getPort());
    }

    /** Returns the address of a document on a server. */
    static URI address(URI server, Kind kind, String id) {
        return server.resolve(PREFIX + "/" + collection(kind) + "/" + id);
    }

    @Override
    public void close() {
        http.close();
        disk.close();
        threads.close();
    }
}
