package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import vesper.bench.load.SearchPath;
import vesper.bench.process.Termination;

/**
 * Builds the programs of the peers if they are missing or older than their sources: jars with Maven, the floor (a
 * minimal server in C) with cc.
 */
public final class PeersBuild {
    private static final long MAVEN_MINUTES = 15;
    private static final long CC_MINUTES = 1;

    private final Path root;
    private final Path javaHome;
    private final String searchPath;
    private final Progress progress;
    private final Path logs;

    /** @param searchPath value of the variable PATH, to find mvn and cc */
    public PeersBuild(Path root, Path javaHome, String searchPath, Progress progress, Path logs) {
        this.root = root;
        this.javaHome = javaHome;
        this.searchPath = searchPath;
        this.progress = progress;
        this.logs = logs;
    }

    /**
     * Returns the class path of the servers, and builds it first if needed.
     *
     * @throws IOException if the build fails, with the reason
     */
    PeersClassPath jars() throws IOException, InterruptedException {
        return jars("peers", List.of("peers"));
    }

    /**
     * Returns the class path of one module of the peers, and builds it first if needed.
     *
     * @param module its folder under the root
     * @param sources folders of all modules that it consists of, itself included
     * @throws IOException if the build fails, with the reason
     */
    public PeersClassPath jars(String module, List<String> sources) throws IOException, InterruptedException {
        Path target = root.resolve(module).resolve("target");
        Optional<PeersClassPath> built = PeersClassPath.in(target);
        if (built.isPresent() && !isOutdated(built.get().jar(), sources)) return built.get();

        progress.log("building " + module);
        build(module.replace('/', '-') + "-build", mavenCommand(module), MAVEN_MINUTES);
        return PeersClassPath.in(target).orElseThrow(() -> new IOException("the build left no jar in " + target));
    }

    /** Returns the compiled floor; empty if there is no C compiler. */
    public Optional<Path> floor() throws IOException, InterruptedException {
        Path source = root.resolve("peers/src/main/c/hello.c");
        Path program = target().resolve("hello");
        if (Files.exists(program) && !isOlder(program, source)) return Optional.of(program);

        Optional<Path> compiler = SearchPath.find("cc", searchPath);
        if (compiler.isEmpty()) return Optional.empty();
        progress.log("compiling the floor");
        Files.createDirectories(target());
        List<String> command =
                List.of(compiler.get().toString(), "-O2", "-pthread", "-o", program.toString(), source.toString());
        build("floor-build", command, CC_MINUTES);
        return Optional.of(program);
    }

    private List<String> mavenCommand(String module) throws IOException {
        Path wrapper = root.resolve("mvnw");
        Path maven = Files.isExecutable(wrapper)
                ? wrapper
                : SearchPath.find("mvn", searchPath)
                        .orElseThrow(() -> new IOException("no mvnw in " + root + " and no mvn on the PATH"));
        return List.of(maven.toString(), "-B", "-q", "-Ppeers", "-pl", module, "-am", "-DskipTests", "package");
    }

    /** Runs a build command. Its output goes to the file {@code NAME.log} in the folder of logs. */
    public void build(String name, List<String> command, long minutes) throws IOException, InterruptedException {
        Path log = logs.resolve(name + ".log");
        var builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        Process process = builder.start();
        try {
            if (!process.waitFor(minutes, TimeUnit.MINUTES))
                throw new IOException(name + " timed out after " + minutes + " min");
        } finally {
            Termination.kill(process);
        }
        if (process.exitValue() != 0) {
            throw new IOException(name + " failed, " + log + " says: " + firstLines(log));
        }
    }

    private boolean isOutdated(Path jar, List<String> modules) throws IOException {
        for (String module : modules) {
            if (isOlder(jar, root.resolve(module).resolve("pom.xml"))) return true;
            try (Stream<Path> sources = Files.walk(root.resolve(module).resolve("src/main/java"))) {
                if (sources.anyMatch(source -> isOlder(jar, source))) return true;
            }
        }
        return false;
    }

    private Path target() {
        return root.resolve("peers/target");
    }

    private static boolean isOlder(Path product, Path source) {
        return modifiedAt(product).compareTo(modifiedAt(source)) < 0;
    }

    private static FileTime modifiedAt(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException _) {
            return FileTime.fromMillis(0);
        }
    }

    private static String firstLines(Path log) throws IOException {
        String text = Files.readString(log).strip();
        return text.substring(0, Math.min(text.length(), 600));
    }
}
