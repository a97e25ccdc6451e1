package vesper.peers.xenon;

import com.vmware.xenon.common.FactoryService;
import com.vmware.xenon.common.ServiceHost;
import com.vmware.xenon.common.UriUtils;
import com.vmware.xenon.common.Utils;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import vesper.peers.documents.Kind;
import vesper.peers.documents.Route;
import vesper.peers.documents.Store;
import vesper.peers.documents.StoredDocument;

/** A Xenon host on loopback, with a factory for each kind of document. */
final class XenonStore implements Store {
    private static final long TIMEOUT_SECONDS = 300;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** Allowance for Xenon's own services for tasks, whose number varies. */
    private static final int OTHER_SERVICES = 64;

    private final ServiceHost host;
    private final URI server;
    private final long servicesWhenOpened;

    private XenonStore(ServiceHost host, URI server) {
        this.host = host;
        this.server = server;
        this.servicesWhenOpened = host.getState().serviceCount;
    }

    /**
     * Opens the data of an earlier host, or starts with none.
     *
     * @param folder folder for Xenon's files; it finds them again only if the system property {@code
     *     xenon.ServiceHost.APPEND_PORT_TO_SANDBOX} is false
     */
    static XenonStore open(Path folder) throws Exception {
        ServiceHost host = start(folder);
        host.startFactory(NoteService.class, () -> FactoryService.create(NoteService.class));
        host.startFactory(DurableNoteService.class, () -> FactoryService.create(DurableNoteService.class));
        awaitAvailable(host, NoteService.FACTORY_LINK);
        awaitAvailable(host, DurableNoteService.FACTORY_LINK);
        return new XenonStore(host, host.getUri());
    }

    /**
     * Starts one of several hosts.
     *
     * @param peer a host of the group to join; empty for the first
     */
    static XenonStore node(Path folder, int nodes, Optional<URI> peer) throws Exception {
        ServiceHost host = start(folder);
        var group = new NodeGroup(host);
        group.requireMajorityOf(nodes);
        host.startFactory(ReplicatedNoteService.class, () -> FactoryService.create(ReplicatedNoteService.class));
        if (peer.isPresent()) group.join(peer.get(), nodes);
        return new XenonStore(host, host.getUri());
    }

    @Override
    public void awaitCluster(int count) throws Exception {
        new NodeGroup(host).await(count, ReplicatedNoteService.FACTORY_LINK);
    }

    /** Connects to the host of another process. */
    static XenonStore of(Path folder, URI server) throws Exception {
        return new XenonStore(start(folder), server);
    }

    @Override
    public StoredDocument document(Kind kind, Route route, String id) {
        URI factory = UriUtils.extendUri(server, factoryLink(kind));
        return new Note(host, factory, UriUtils.extendUri(factory, id), id, route == Route.HTTP);
    }

    /**
     * Waits until durable services are stopped. Xenon stops them a minute after their last request; this shortens the
     * delay to a second while it waits.
     */
    @Override
    public void awaitIdle(Kind kind) throws InterruptedException {
        if (kind == Kind.MEMORY) return;
        long usual = host.getServiceCacheClearDelayMicros();
        host.setServiceCacheClearDelayMicros(TimeUnit.SECONDS.toMicros(1));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (host.getState().serviceCount > servicesWhenOpened + OTHER_SERVICES) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(host.getState().serviceCount + " services are still running");
            }
            Thread.sleep(POLL_INTERVAL);
        }
        host.setServiceCacheClearDelayMicros(usual);
    }

    @Override
    public String address() {
        return server.toString();
    }

    @Override
    public void close() {
        host.stop();
    }

    private static ServiceHost start(Path folder) throws Exception {
        // Xenon's clock gives each request a unique microsecond. Above a million requests per second it runs ahead of
        // time, and requests are rejected once it is ahead by one second. Xenon's own tests allow an hour.
        Utils.setTimeDriftThreshold(TimeUnit.HOURS.toMicros(1));
        var arguments = new ServiceHost.Arguments();
        arguments.port = 0;
        arguments.bindAddress = "127.0.0.1";
        arguments.sandbox = folder;
        var host = new ServiceHost() {};
        try {
            host.initialize(arguments);
            host.start();
            host.startDefaultCoreServicesSynchronously();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            // Xenon declares Throwable, but throws nothing else.
            throw new IllegalStateException(failure);
        }
        return host;
    }

    private static void awaitAvailable(ServiceHost host, String link) throws Exception {
        var available = new CompletableFuture<Void>();
        host.registerForServiceAvailability(
                (_, failure) -> {
                    if (failure == null) available.complete(null);
                    else available.completeExceptionally(failure);
                },
                link);
        available.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private static String factoryLink(Kind kind) {
        return switch (kind) {
            case MEMORY -> NoteService.FACTORY_LINK;
            case DURABLE -> DurableNoteService.FACTORY_LINK;
            case REPLICATED -> ReplicatedNoteService.FACTORY_LINK;
        };
    }
}
