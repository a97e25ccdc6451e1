package vesper.hosting;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import vesper.hosting.compiling.CompileError;
import vesper.services.collections.BadDeclarationException;

/** Log messages about packages, for their authors and for operators. */
final class PackageLog {
    // People search the log for a package's name, so all messages have the same logger.
    private static final Logger LOG = LoggerFactory.getLogger(HostedPackage.class);

    /** The key of the logging context that names the package an event is about. */
    private static final String PACKAGE = "package";

    private PackageLog() {}

    /** The package that the current work of a thread concerns. */
    @FunctionalInterface
    interface Subject extends AutoCloseable {
        @Override
        void close();
    }

    /** Names a package in all events of this thread until the result is closed. */
    static Subject about(String name) {
        String before = MDC.get(PACKAGE);
        MDC.put(PACKAGE, name);
        return () -> {
            if (before == null) MDC.remove(PACKAGE);
            else MDC.put(PACKAGE, before);
        };
    }

    static void started(String name, PackageGeneration generation, int routes, long sinceNanos) {
        LOG.info("{} started in {} ms, routes: {}", name, millisSince(sinceNanos), routes);
        if (routes == 0
                && !generation.contents().hasWeb()
                && generation.services().isEmpty())
            LOG.warn(
                    "{} serves nothing: there is no class with @RestController and routes in code/, and no web/", name);
    }

    static void loaded(String name, long sinceNanos) {
        LOG.info("{} loaded in {} ms", name, millisSince(sinceNanos));
    }

    static void partlyIgnored(String name, String problem) {
        LOG.warn("{} serves, but a part of it is ignored: {}", name, problem);
    }

    static void stopped(String name) {
        LOG.info("{} stopped", name);
    }

    static void unloaded(String name) {
        LOG.info("{} unloaded", name);
    }

    /**
     * Logs that loaded code could not be started.
     *
     * @param pause time until the next attempt; zero if there will be no other
     * @param isFirst whether this is the first attempt with the code
     */
    static void notStarted(String name, NotStartedException e, Duration pause, boolean isFirst) {
        if (!pause.isZero())
            LOG.warn(
                    "{} could not be started; retrying in {} s: {}",
                    name,
                    pause.toSeconds(),
                    e.getMessage(),
                    isFirst ? e.getCause() : null);
        else if (isMessageSufficient(e.getCause())) LOG.warn("{} could not be started: {}", name, e.getMessage());
        else LOG.warn("{} could not be started: {}", name, e.getMessage(), e.getCause());
    }

    /**
     * Returns whether the message is sufficient. For an invalid annotation or documents policy, the stack trace would
     * only point into Vesper.
     */
    private static boolean isMessageSufficient(@Nullable Throwable cause) {
        if (cause instanceof BadDeclarationException) return true;
        if (!(cause instanceof IllegalArgumentException)) return false;
        StackTraceElement[] stack = cause.getStackTrace();
        return stack.length > 0 && stack[0].getClassName().startsWith("vesper.rest.");
    }

    /**
     * Logs that contents could not be loaded.
     *
     * @param serving the code that continues to serve
     */
    static void notLoaded(
            String name,
            Optional<PackageGeneration> serving,
            List<CompileError> broken,
            @Nullable String reason,
            @Nullable Throwable cause) {
        String meanwhile = serving.map(generation -> "; generation " + generation.number() + " keeps serving")
                .orElse("");
        if (reason != null) LOG.error("{} cannot be loaded{}: {}", name, meanwhile, reason, cause);
        for (CompileError error : broken)
            LOG.error("{} does not compile{}: {}\n{}", name, meanwhile, error, error.excerpt());
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
