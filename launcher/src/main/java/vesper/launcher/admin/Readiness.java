package vesper.launcher.admin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reports whether the server is ready for requests. Any thread may ask; the thread that starts and stops the server
 * changes the phase.
 */
public final class Readiness {
    /** Phase in the life of the server. */
    public enum Phase {
        STARTING,
        READY,
        /** The server was away and has not received all changes that it missed. */
        CATCHING_UP,
        /** A required package has never started. */
        PACKAGES_MISSING,
        /** A health check of a required package reports a problem. */
        UNHEALTHY,
        /**
         * Its documents differ from those of the cluster and will stay so without help; {@code /admin/cluster} says
         * more.
         */
        IN_TROUBLE,
        DRAINING;

        /** Returns the phase as the health check shows it. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private volatile Phase phase = Phase.STARTING;
    private volatile Supplier<Optional<String>> behind = Optional::empty;
    private volatile Supplier<Optional<String>> trouble = Optional::empty;
    private volatile Supplier<List<String>> missing = List::of;
    private volatile Supplier<List<String>> unhealthy = List::of;

    /**
     * Returns whether the server has not served yet. Unlike {@link #report}, this reads one field, for every request.
     */
    public boolean isStarting() {
        return phase == Phase.STARTING;
    }

    /**
     * The phase at one moment.
     *
     * @param reasons what packages lack, in words for everybody; empty unless that decides the phase
     */
    public record Report(Phase phase, List<String> reasons) {}

    /** Returns the phase now. Consults everything that decides, which may take the time of health checks. */
    public Report report() {
        Phase now = phase;
        if (now != Phase.READY) return new Report(now, List.of());
        if (trouble.get().isPresent()) return new Report(Phase.IN_TROUBLE, List.of());
        if (behind.get().isPresent()) return new Report(Phase.CATCHING_UP, List.of());
        List<String> notStarted = missing.get();
        if (!notStarted.isEmpty()) return new Report(Phase.PACKAGES_MISSING, notStarted);
        List<String> problems = unhealthy.get();
        return problems.isEmpty() ? new Report(now, List.of()) : new Report(Phase.UNHEALTHY, problems);
    }

    /**
     * Sets the sources of the phases {@link Phase#PACKAGES_MISSING} and {@link Phase#UNHEALTHY}.
     *
     * @param notStarted returns the required packages that have never started
     * @param problems returns the problems that health checks report; it may wait for them
     */
    public void setPackageSources(Supplier<List<String>> notStarted, Supplier<List<String>> problems) {
        missing = notStarted;
        unhealthy = problems;
    }

    /**
     * Sets the source of the {@link Phase#CATCHING_UP} phase.
     *
     * @param source returns what this server still lacks because it was away; empty if nothing
     */
    public void setCatchUpSource(Supplier<Optional<String>> source) {
        behind = source;
    }

    /**
     * Sets the source of the {@link Phase#IN_TROUBLE} phase.
     *
     * @param source returns the problem that an operator has to solve before this server can be used; empty without a
     *     problem
     */
    public void setTroubleSource(Supplier<Optional<String>> source) {
        trouble = source;
    }

    public void enter(Phase next) {
        phase = next;
    }
}
