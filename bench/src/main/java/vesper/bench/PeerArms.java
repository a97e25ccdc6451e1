package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How each system of {@code bench peers} is started; those that cannot be are left out, with the reason. */
final class PeerArms {
    static final String VESPER = "vesper";
    static final String FLOOR = "floor";

    /** Vesper may have to build itself first. */
    private static final Duration VESPER_PATIENCE = Duration.ofMinutes(10);

    private static final Duration PEER_PATIENCE = Duration.ofSeconds(30);

    /** The JVM peers: class and library that it is named after. */
    private static final List<JvmPeer> PEERS = List.of(
            new JvmPeer("netty", "NettyPeer", "netty-codec-http"),
            new JvmPeer("vertx", "VertxPeer", "vertx-core"),
            new JvmPeer("jetty", "JettyPeer", "jetty-server"),
            new JvmPeer("tomcat", "TomcatPeer", "tomcat-embed-core"),
            new JvmPeer("restexpress", "RestExpressPeer", "RestExpress"));

    private final PeersOptions options;
    private final PeersBuild build;
    private final Path java;
    private final Path data;

    /** @param data an empty folder for what Vesper stores */
    PeerArms(PeersOptions options, PeersBuild build, Path java, Path data) {
        this.options = options;
        this.build = build;
        this.java = java;
        this.data = data;
    }

    static List<String> names() {
        List<String> names = new ArrayList<>(List.of(VESPER, FLOOR));
        PEERS.forEach(peer -> names.add(peer.name()));
        return List.copyOf(names);
    }

    List<Arm> prepare(Findings findings) throws InterruptedException {
        List<Arm> arms = new ArrayList<>();
        if (options.wants(VESPER)) vesper(findings).ifPresent(arms::add);
        if (options.wants(FLOOR)) floor(findings).ifPresent(arms::add);
        if (PEERS.stream().anyMatch(peer -> options.wants(peer.name()))) arms.addAll(jvmPeers(findings));
        return arms;
    }

    private Optional<Arm> vesper(Findings findings) {
        Path script = options.root().resolve("vesper");
        if (!Files.isExecutable(script)) {
            findings.leaveOut(new LeftOut(VESPER, "there is no " + script, true));
            return Optional.empty();
        }
        List<String> command =
                new ArrayList<>(List.of(script.toString(), "run", "--port", "0", "--data", data.toString()));
        options.ioThreads().ifPresent(threads -> command.addAll(List.of("--set", "http.threads.loops=" + threads)));
        return Optional.of(new Arm(VESPER, ArmKind.VESPER, "", command, options.root(), VESPER_PATIENCE));
    }

    private Optional<Arm> floor(Findings findings) throws InterruptedException {
        try {
            Optional<Path> program = build.floor();
            if (program.isEmpty()) findings.leaveOut(new LeftOut(FLOOR, "there is no C compiler (cc)", false));
            return program.map(hello -> new Arm(FLOOR, ArmKind.FLOOR, "", floor(hello), options.root(), PEER_PATIENCE));
        } catch (IOException failure) {
            findings.leaveOut(new LeftOut(FLOOR, failure.toString(), true));
            return Optional.empty();
        }
    }

    private List<String> floor(Path hello) {
        List<String> command = new ArrayList<>(List.of(hello.toString()));
        command.addAll(arguments());
        return command;
    }

    private List<Arm> jvmPeers(Findings findings) throws InterruptedException {
        List<Arm> arms = new ArrayList<>();
        try {
            PeersClassPath classPath = build.jars();
            for (JvmPeer peer : PEERS) {
                if (options.wants(peer.name())) arms.add(arm(peer, classPath));
            }
        } catch (IOException failure) {
            findings.leaveOut(new LeftOut("the JVM peers", failure.toString(), true));
        }
        return arms;
    }

    private Arm arm(JvmPeer peer, PeersClassPath classPath) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // What Vesper starts with, so that no difference is only one of flags.
                "-XX:+UseSerialGC",
                "-XX:NewSize=64m",
                "-Dio.netty.leakDetection.level=disabled",
                "-cp",
                classPath.text(),
                "vesper.peers." + peer.mainClass()));
        command.addAll(arguments());
        String version = classPath.versionOf(peer.library());
        return new Arm(peer.name(), ArmKind.PEER, version, command, options.root(), PEER_PATIENCE);
    }

    /** What floor and peers understand alike. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--port", "0"));
        options.ioThreads().ifPresent(threads -> arguments.addAll(List.of("--io-threads", Integer.toString(threads))));
        return arguments;
    }

    private record JvmPeer(String name, String mainClass, String library) {}
}
