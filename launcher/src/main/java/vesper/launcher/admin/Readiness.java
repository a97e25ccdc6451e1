package vesper.launcher.admin;

import java.util.Locale;

/** Whether the server wants requests. Any thread asks; the one that starts and stops the server tells. */
public final class Readiness {
    /** Where the server is in its life. */
    public enum Phase {
        STARTING,
        READY,
        DRAINING;

        /** As it is shown. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private volatile Phase phase = Phase.STARTING;

    public Phase phase() {
        return phase;
    }

    public void enter(Phase next) {
        phase = next;
    }
}
