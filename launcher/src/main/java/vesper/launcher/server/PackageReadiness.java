package vesper.launcher.server;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.Packages;

/** Checks whether the packages that a server needs have started and are well. */
final class PackageReadiness {
    private static final Logger LOG = LoggerFactory.getLogger(PackageReadiness.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final Packages packages;

    PackageReadiness(Packages packages) {
        this.packages = packages;
    }

    /** Returns the packages that are missing, in words for everybody: reasons may hold names of other machines. */
    List<String> missing() {
        return packages.missing().stream()
                .map(one -> one.name() + " has not started (" + one.state().text() + ")")
                .toList();
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>(missing());
        problems.addAll(packages.healthProblems());
        return problems;
    }

    /** @throws CannotStartException if a required package has not started, with all of them and the reasons */
    void requireAll() throws CannotStartException {
        List<PackageSnapshot> missing = packages.missing();
        if (missing.isEmpty()) return;
        List<String> reasons = missing.stream()
                .map(one -> one.name() + " (" + one.state().text() + "): "
                        + one.failureSummary().orElse("it has not started"))
                .toList();
        throw new CannotStartException("required packages have not started, and packages.strict is set: "
                + String.join("; ", reasons) + ". A package that may be missing has required=false in its"
                + " package.properties");
    }

    /** Reports that the server serves: as ready, or as not ready yet, and later as ready. */
    void announce(URI address, VesperServer.Progress progress, StopSignal stop) {
        List<String> missing = problems();
        if (missing.isEmpty()) {
            progress.ready(address);
            return;
        }
        LOG.warn("not ready: {}", String.join("; ", missing));
        progress.serving(address, missing);
        Thread.ofVirtual().name("package readiness").start(() -> awaitAll(address, progress, stop));
    }

    private void awaitAll(URI address, VesperServer.Progress progress, StopSignal stop) {
        try {
            while (!stop.await(CHECK_INTERVAL)) {
                if (!problems().isEmpty()) continue;
                LOG.info("ready: all required packages have started and are healthy");
                progress.ready(address);
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
