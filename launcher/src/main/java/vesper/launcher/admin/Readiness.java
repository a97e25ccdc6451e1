package vesper.launcher.admin;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether the server wants requests. Any thread asks; the one that starts and stops the server tells. */
public final class Readiness {
    /** Where the server is in its life. */
    public enum Phase {
        STARTING,
        READY,
        /** It has been away, and has not heard all yet that it missed. */
        CATCHING_UP,
        /** What it has is not what its cluster has, and does not become so by itself; {@code /admin/cluster} says more. */
        IN_TROUBLE,
        DRAINING;

        /** As it is shown. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private volatile Phase phase = Phase.STARTING;
    private volatile Supplier<Optional<String>> behind = Optional::empty;
    private volatile Supplier<Optional<String>> trouble = Optional::empty;

    public Phase phase() {
        Phase now = phase;
        if (now != Phase.READY) return now;
        if (trouble.get().isPresent()) return Phase.IN_TROUBLE;
        return behind.get().isPresent() ? Phase.CATCHING_UP : now;
    }

    /** @param what is not as it is elsewhere, because this server was away; empty where all is */
    public void waitsFor(Supplier<Optional<String>> what) {
        behind = what;
    }

    /** @param what an operator has to see to before this server is of use again; empty where that is nothing */
    public void isTroubledBy(Supplier<Optional<String>> what) {
        trouble = what;
    }

    public void enter(Phase next) {
        phase = next;
    }
}
