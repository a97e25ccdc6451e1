package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import vesper.bench.experiments.ServerSpecs.JvmPeer;
import vesper.bench.instrument.ServerSpec;

/** The servers with the hello service, by name. */
final class HelloServers {
    /** Servers on the JVM, each with its class, and with the library that gives its version. */
    private static final List<JvmPeer> PEERS = List.of(
            new JvmPeer("netty", "peers", "NettyPeer", "netty-codec-http"),
            new JvmPeer("vertx", "peers", "VertxPeer", "vertx-core"),
            new JvmPeer("jetty", "peers", "JettyPeer", "jetty-server"),
            new JvmPeer("tomcat", "peers", "TomcatPeer", "tomcat-embed-core"),
            new JvmPeer("restexpress", "peers", "RestExpressPeer", "RestExpress"),
            new JvmPeer("helidon", "peers", "HelidonPeer", "helidon-webserver"),
            new JvmPeer("undertow", "peers", "UndertowPeer", "undertow-core"),
            new JvmPeer("spring", "peers/spring", "spring.SpringPeer", "spring-boot"));

    static final List<String> NAMES = names();

    private final ServerSpecs serverSpecs;
    private final OptionalInt ioThreads;

    /** @param ioThreads number for every server; empty for each server's default */
    HelloServers(ServerSpecs serverSpecs, OptionalInt ioThreads) {
        this.serverSpecs = serverSpecs;
        this.ioThreads = ioThreads;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of(ServerSpecs.VESPER, ServerSpecs.FLOOR));
        PEERS.forEach(peer -> names.add(peer.name()));
        names.addAll(List.of(ServerSpecs.GO, ServerSpecs.NGINX));
        return List.copyOf(names);
    }

    /**
     * Prepares a server.
     *
     * @param name one of {@link #NAMES}
     * @return empty if it is not available, which {@link ServerSpecs} records
     */
    Optional<ServerSpec> create(String name) throws InterruptedException {
        return switch (name) {
            case ServerSpecs.VESPER -> vesper();
            case ServerSpecs.FLOOR -> serverSpecs.floor(arguments());
            case ServerSpecs.GO -> serverSpecs.go(arguments());
            case ServerSpecs.NGINX -> serverSpecs.nginx(arguments());
            default -> serverSpecs.peer(peer(name), arguments());
        };
    }

    private static JvmPeer peer(String name) {
        return PEERS.stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown server " + name + "; known are " + String.join(", ", NAMES)));
    }

    private Optional<ServerSpec> vesper() {
        return serverSpecs
                .vesper()
                .map(vesper -> ioThreads.isPresent()
                        ? ServerSpecs.setting(vesper, "http.threads.loops", Integer.toString(ioThreads.getAsInt()))
                        : vesper);
    }

    /** Returns arguments that the floor and all peers accept. */
    private String[] arguments() {
        return ioThreads.isPresent()
                ? new String[] {"--io-threads", Integer.toString(ioThreads.getAsInt())}
                : new String[0];
    }
}
