package vesper.http;

import java.io.IOException;

/** The limit on open files and connections, and how to detect that it was reached. */
public final class OpenFiles {
    private static final int MOST_CAUSES = 20;

    /** The refusal in that case. */
    public static final Refusal EXHAUSTED =
            new Refusal(503, "the server has as many files and connections open as it may; try again later");

    private OpenFiles() {}

    /**
     * Checks whether this limit caused a failure: that of the process ({@code EMFILE}) or of the whole machine
     * ({@code ENFILE}).
     */
    public static boolean areExhausted(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            // The JDK has no exception class for it, only the message of the operating system.
            String message = cause instanceof IOException ? cause.getMessage() : null;
            if (message != null && message.contains("Too many open files")) return true;
            cause = cause.getCause();
        }
        return false;
    }
}
