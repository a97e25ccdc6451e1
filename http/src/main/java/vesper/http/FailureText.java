package vesper.http;

/**
 * A short description of a failure. Only this text is retained, since the classes of the failure may belong to unloaded
 * code later.
 */
final class FailureText {
    static final int LONGEST = 500;

    private FailureText() {}

    /** Returns, for example, {@code IllegalStateException: no such table}. */
    static String of(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = messageOf(failure);
        return message.isEmpty() ? name : name + ": " + message;
    }

    /** The exception's own code may fail as well. */
    private static String messageOf(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message.strip();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return "";
        }
    }

    static String bounded(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }
}
