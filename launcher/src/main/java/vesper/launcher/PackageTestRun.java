package vesper.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import vesper.hosting.DiskFailure;
import vesper.hosting.PackageTests;
import vesper.hosting.compiling.CompileError;
import vesper.launcher.server.StopSignal;
import vesper.launcher.server.VesperServer;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.SettingOrigin;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.launcher.testing.TestRun;

/**
 * Runs the tests of one package against a server on a free port of this machine. The server serves the folder that
 * holds the package and has the settings that {@code run} would use here. Its data is in a temporary folder, which is
 * deleted afterwards.
 */
final class PackageTestRun {
    private final CommandContext context;
    private final Path packages;
    private final Optional<Path> config;

    PackageTestRun(CommandContext context, Path packages, Optional<Path> config) {
        this.context = context;
        this.packages = packages;
        this.config = config;
    }

    ExitCode run(String name) throws CommandFailedException, WrongSettingException, InterruptedException {
        try {
            return switch (PackageTests.compile(packages, name, Clock.systemUTC())) {
                case PackageTests.Outcome.Unavailable(var reason) ->
                    throw new CommandFailedException(ExitCode.FAILED, reason);
                case PackageTests.Outcome.NotCompiled(var errors) -> failed(name, errors);
                case PackageTests.Outcome.Ready(var classes) -> run(name, classes);
            };
        } catch (IOException e) {
            throw new CommandFailedException(ExitCode.FAILED, "cannot test " + name + ": " + DiskFailure.reason(e));
        }
    }

    private ExitCode failed(String name, List<CompileError> errors) {
        PrintStream out = context.out();
        out.println(name + " does not compile");
        for (CompileError error : errors) out.print(error + "\n" + error.excerpt());
        out.flush();
        return ExitCode.FAILED;
    }

    private ExitCode run(String name, List<Class<?>> classes)
            throws CommandFailedException, WrongSettingException, IOException, InterruptedException {
        Path data = Files.createTempDirectory("vesper-test-");
        try {
            return run(name, classes, settings(data));
        } finally {
            delete(data);
        }
    }

    private ExitCode run(String name, List<Class<?>> classes, Settings settings)
            throws CommandFailedException, InterruptedException {
        StopSignal stop = StopSignal.byHand();
        CompletableFuture<URI> ready = new CompletableFuture<>();
        Thread server = Thread.ofPlatform().name("server under test").start(() -> serve(settings, stop, ready));
        try {
            TestRun.Counts counts = TestRun.of(classes, addressOf(ready), context.out());
            context.out()
                    .println("%s: %d passed, %d failed, %d skipped"
                            .formatted(name, counts.passed(), counts.failed(), counts.skipped()));
            context.out().flush();
            return counts.isGood() ? ExitCode.DONE : ExitCode.FAILED;
        } finally {
            stop.request();
            server.join();
        }
    }

    private void serve(Settings settings, StopSignal stop, CompletableFuture<URI> ready) {
        try {
            new VesperServer(settings, Version.text(), context.home()).serve(stop, ready::complete);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            ready.completeExceptionally(e);
        }
        ready.completeExceptionally(new IllegalStateException("the server ended before it was ready"));
    }

    private static URI addressOf(CompletableFuture<URI> ready) throws CommandFailedException, InterruptedException {
        try {
            return ready.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            String reason = cause == null ? String.valueOf(e.getMessage()) : String.valueOf(cause.getMessage());
            throw new CommandFailedException(ExitCode.FAILED, "the server under test did not start: " + reason);
        }
    }

    private Settings settings(Path data) throws WrongSettingException {
        List<RawSetting> flags = List.of(
                raw(Keys.HOST, "127.0.0.1"),
                raw(Keys.PORT, "0"),
                raw(Keys.PACKAGES, packages.toString()),
                raw(Keys.DATA, data.toString()));
        return Settings.load(flags, context.environment(), config);
    }

    private static RawSetting raw(Setting<?> setting, String text) {
        return new RawSetting(setting.key(), text, new SettingOrigin.Flag("test --package"));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
