package vesper.codec;

import java.util.Optional;

/** Extracts the message with which a constructor or another check rejects its arguments. */
public final class ValidationMessage {
    private ValidationMessage() {}

    /**
     * Returns the message of an {@link IllegalArgumentException} that was written for people to read. Returns empty for
     * other failures and for exceptions that the JDK throws, whose messages contain class names.
     */
    public static Optional<String> from(Throwable failure) {
        if (!(failure instanceof IllegalArgumentException)) return Optional.empty();
        StackTraceElement[] trace = failure.getStackTrace();
        boolean written = trace.length == 0 || !trace[0].getClassName().startsWith("java.");
        return written ? Optional.ofNullable(failure.getMessage()) : Optional.empty();
    }
}
