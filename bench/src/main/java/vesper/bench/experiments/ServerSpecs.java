package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.bench.PeersBuild;
import vesper.bench.PeersClassPath;
import vesper.bench.Progress;
import vesper.bench.Redactor;
import vesper.bench.instrument.IdleProbe;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.instrument.Unavailable;
import vesper.bench.load.SearchPath;

/** Prepares servers for starting: builds them if needed, and records those that are not available. */
final class ServerSpecs {
    static final String VESPER = "vesper";
    static final String FLOOR = "floor";
    static final String GO = "go";
    static final String NGINX = "nginx";
    /** Suffix in the name of a server that is measured a second time, in a separate process. */
    static final String AGAIN = "-again";

    /** Long, since Vesper may have to build itself first. */
    private static final Duration VESPER_TIMEOUT = Duration.ofMinutes(10);

    /** Sealing the records of one minute may take longer than a minute. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(5);

    private static final Duration RUNNING_TIMEOUT = Duration.ofMinutes(1);
    private static final String STATUS = "/admin/status";

    private static final String MONITOR_RULE =
            "{\"name\":\"all\",\"path\":\"/api/**\",\"keep\":[\"headers\",\"query\",\"bodies\"]}";
    private static final Duration PEER_TIMEOUT = Duration.ofSeconds(30);
    private static final String JAVA_OPTS = "VESPER_JAVA_OPTS";
    private static final long GO_MINUTES = 5;
    private static final long CHECKOUT_MINUTES = 5;
    /** A shell script. Its arguments are a repository, a folder to create, and a revision of the repository. */
    private static final String CHECK_OUT =
            "git clone -q --shared --no-checkout \"$1\" \"$2\" && git -C \"$2\" checkout -q --detach"
                    + " \"$(git -C \"$1\" rev-parse --verify \"$3^{commit}\")\"";

    private final ExperimentOptions options;
    private final String searchPath;
    private final PeersBuild build;
    private final Path java;
    private final Path scratch;
    private final List<Unavailable> unavailable = new ArrayList<>();
    /** Folders of the revisions that are checked out, by name. */
    private final Map<String, Path> revisions = new HashMap<>();

    /**
     * @param searchPath value of the variable PATH
     * @param scratch an existing folder for revisions that are checked out
     */
    ServerSpecs(ExperimentOptions options, String searchPath, Progress progress, Path logs, Path scratch) {
        Path javaHome = Path.of(System.getProperty("java.home"));
        this.options = options;
        this.searchPath = searchPath;
        this.build = new PeersBuild(options.root().toAbsolutePath(), javaHome, searchPath, progress, logs);
        this.java = javaHome.resolve("bin/java");
        this.scratch = scratch;
    }

    boolean isQuick() {
        return options.quick();
    }

    /** Returns the replacement of secrets and local paths in reports. */
    Redactor redactor() {
        return Redactor.of(options.root());
    }

    List<Unavailable> unavailable() {
        return List.copyOf(unavailable);
    }

    void addUnavailable(String what, String why, boolean failed) {
        unavailable.add(new Unavailable(what, why, failed));
    }

    /** Records an optional program as missing unless it is installed. */
    void noteIfNotInstalled(String program, String instead) {
        if (SearchPath.find(program, searchPath).isEmpty()) addUnavailable(program, "not installed; " + instead, false);
    }

    /** Returns this repository's Vesper with the packages that ship. */
    Optional<ServerSpec> vesper() {
        Path script = options.root().resolve("vesper");
        if (!Files.isExecutable(script)) {
            addUnavailable(VESPER, script + " not found", true);
            return Optional.empty();
        }
        return Optional.of(new ServerSpec(
                        VESPER,
                        "",
                        List.of(script.toString(), "run", "--port", "0", "--data", ServerSpec.DATA),
                        Map.of(),
                        options.root(),
                        true,
                        VESPER_TIMEOUT,
                        List.of())
                .withProbe(new IdleProbe(STATUS, DRAIN_TIMEOUT)));
    }

    /** Returns a Vesper that already runs. */
    static ServerSpec existing(ServerSpec.ExistingServer running) {
        return ServerSpec.existing(VESPER, running, true).withProbe(new IdleProbe(STATUS, RUNNING_TIMEOUT));
    }

    /** Returns a Vesper with a setting of the server. */
    static ServerSpec setting(ServerSpec vesper, String key, String value) {
        return vesper.withArguments("--set", key + "=" + value);
    }

    /** Returns a Vesper with a flag of java. */
    static ServerSpec flag(ServerSpec vesper, String flag) {
        return vesper.withVariable(JAVA_OPTS, flag);
    }

    /** Returns a Vesper with a rule that records everything, and the Monitor on or off. */
    static ServerSpec withMonitor(ServerSpec vesper, boolean isOn) {
        ServerSpec ruled =
                vesper.withSetupRequest(new ServerSpec.SetupRequest("POST", "/admin/monitor/rules", MONITOR_RULE));
        return withSwitch(ruled, "monitor", isOn);
    }

    /** Returns a Vesper with the Tracker on or off. Its rule exists by default. */
    static ServerSpec withTracker(ServerSpec vesper, boolean isOn) {
        return withSwitch(vesper, "tracker", isOn);
    }

    private static ServerSpec withSwitch(ServerSpec vesper, String what, boolean isOn) {
        return vesper.withSetupRequest(
                new ServerSpec.SetupRequest("PUT", "/admin/" + what + "/enabled", Boolean.toString(isOn)));
    }

    /** Returns whether this program is on the PATH. */
    boolean has(String program) {
        return SearchPath.find(program, searchPath).isPresent();
    }

    /**
     * Checks out a revision of the repository. Its Vesper builds itself when it is first started.
     *
     * @param name a revision in the syntax of git
     * @return the folder of the revision
     */
    Path revision(String name) throws IOException, InterruptedException {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._/~^@-]*")) {
            throw new IllegalArgumentException("\"" + name + "\" is not a revision");
        }
        Path known = revisions.get(name);
        if (known != null) return known;
        Path folder = scratch.resolve("revision-" + (revisions.size() + 1));
        build.build(
                "checkout",
                List.of("sh", "-c", CHECK_OUT, "sh", options.root().toString(), folder.toString(), name),
                CHECKOUT_MINUTES);
        revisions.put(name, folder);
        return folder;
    }

    /** Returns the floor, a C server that does only the minimum of work. */
    Optional<ServerSpec> floor(String... arguments) throws InterruptedException {
        try {
            Optional<Path> program = build.floor();
            if (program.isEmpty()) addUnavailable(FLOOR, "there is no C compiler (cc)", false);
            return program.map(hello -> compiled(FLOOR, hello, arguments));
        } catch (IOException failure) {
            addUnavailable(FLOOR, failure.toString(), true);
            return Optional.empty();
        }
    }

    /**
     * A server of the peers on the JVM.
     *
     * @param module its folder
     * @param mainClass without {@code vesper.peers.}
     * @param library the library whose version is the server's
     */
    record JvmPeer(String name, String module, String mainClass, String library) {}

    /** Returns a peer with the java flags of Vesper's own start, so that no difference is due to flags alone. */
    Optional<ServerSpec> peer(JvmPeer peer, String... arguments) throws InterruptedException {
        try {
            PeersClassPath classPath = build.jars(
                    peer.module(), Stream.of("peers", peer.module()).distinct().toList());
            List<String> command = new ArrayList<>(List.of(
                    java.toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseSerialGC",
                    "-XX:NewSize=64m",
                    "-Dio.netty.leakDetection.level=disabled",
                    "-cp",
                    classPath.text(),
                    "vesper.peers." + peer.mainClass(),
                    "--port",
                    "0"));
            command.addAll(List.of(arguments));
            return Optional.of(new ServerSpec(
                    peer.name(),
                    classPath.versionOf(peer.library()),
                    command,
                    Map.of(),
                    options.root(),
                    true,
                    PEER_TIMEOUT,
                    List.of()));
        } catch (IOException failure) {
            addUnavailable(peer.name(), failure.toString(), true);
            return Optional.empty();
        }
    }

    /** Returns Go's server; empty if Go is not installed. */
    Optional<ServerSpec> go(String... arguments) throws InterruptedException {
        if (SearchPath.find("go", searchPath).isEmpty()) {
            addUnavailable(GO, "go is not on the PATH", false);
            return Optional.empty();
        }
        Path program = options.root().toAbsolutePath().resolve("peers/target/hello-go");
        try {
            build.build(
                    "go-build",
                    List.of(
                            options.root()
                                    .toAbsolutePath()
                                    .resolve("peers/go/build.sh")
                                    .toString(),
                            program.toString()),
                    GO_MINUTES);
            return Optional.of(compiled(GO, program, arguments));
        } catch (IOException failure) {
            addUnavailable(GO, failure.toString(), true);
            return Optional.empty();
        }
    }

    /** Returns an installed nginx. */
    Optional<ServerSpec> nginx(String... arguments) {
        if (SearchPath.findServer(NGINX, searchPath).isEmpty()) {
            addUnavailable(NGINX, "not installed", false);
            return Optional.empty();
        }
        return Optional.of(compiled(NGINX, options.root().toAbsolutePath().resolve("peers/nginx/run.sh"), arguments));
    }

    private ServerSpec compiled(String name, Path program, String... arguments) {
        return new ServerSpec(
                        name,
                        "",
                        List.of(program.toString(), "--port", "0"),
                        Map.of(),
                        options.root(),
                        false,
                        PEER_TIMEOUT,
                        List.of())
                .withArguments(arguments);
    }
}
