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
        /** A required package has never started, or a health check of one reports a problem. */
        PACKAGES_MISSING,
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

    /** Returns whether the server has not served yet. Unlike {@link #phase}, this reads one field, for every request. */
    public boolean isStarting() {
        return phase == Phase.STARTING;
    }

    /** Returns the phase now. Asks everything that decides, which may take time. */
    public Phase phase() {
        Phase now = phase;
        if (now != Phase.READY) return now;
        if (trouble.get().isPresent()) return Phase.IN_TROUBLE;
        if (behind.get().isPresent()) return Phase.CATCHING_UP;
        return missing.get().isEmpty() ? now : Phase.PACKAGES_MISSING;
    }

    /** Returns what this server needs of its packages and does not have, in words for everybody. */
    public List<String> missing() {
        return missing.get();
    }

    /**
     * Sets the source of the {@link Phase#PACKAGES_MISSING} phase.
     *
     * @param what returns what packages lack; it may wait for their health checks
     */
    public void needs(Supplier<List<String>> what) {
        missing = what;
    }

    /**
     * Sets the source of the {@link Phase#CATCHING_UP} phase.
     *
     * @param what returns what this server still lacks because it was away; empty if nothing
     */
    public void waitsFor(Supplier<Optional<String>> what) {
        behind = what;
    }

    /**
     * Sets the source of the {@link Phase#IN_TROUBLE} phase.
     *
     * @param what returns the problem that an operator has to solve before this server can be used; empty without a
     *     problem
     */
    public void isTroubledBy(Supplier<Optional<String>> what) {
        trouble = what;
    }

    public void enter(Phase next) {
        phase = next;
    }
}
