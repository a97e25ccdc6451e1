package vesper.http;

import java.io.IOException;

/** The files and connections that a process may have open, where there are no more to be had. */
public final class OpenFiles {
    private static final int MOST_CAUSES = 20;

    /** What is answered then. */
    public static final Refusal EXHAUSTED =
            new Refusal(503, "the server has as many files and connections open as it may; try again later");

    private OpenFiles() {}

    /** Whether this is because of that: of the process ({@code EMFILE}) or of the whole machine ({@code ENFILE}). */
    public static boolean areExhausted(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            // The JDK has no class for it, only the system's own words.
            String message = cause instanceof IOException ? cause.getMessage() : null;
            if (message != null && message.contains("Too many open files")) return true;
            cause = cause.getCause();
        }
        return false;
    }
}
