package vesper.codec;

import java.util.Optional;

/** What a constructor, or whatever else checks its arguments, says of a value that it does not take. */
public final class RefusalSentence {
    private RefusalSentence() {}

    /**
     * The message of an {@link IllegalArgumentException} that somebody wrote to be read; nothing for other failures and
     * for those of the JDK, which have names of classes in them.
     */
    public static Optional<String> of(Throwable failure) {
        if (!(failure instanceof IllegalArgumentException)) return Optional.empty();
        StackTraceElement[] trace = failure.getStackTrace();
        boolean written = trace.length == 0 || !trace[0].getClassName().startsWith("java.");
        return written ? Optional.ofNullable(failure.getMessage()) : Optional.empty();
    }
}
