package vesper.http;

/** A failure in a few words. Only these are kept, since its classes may be those of code that is gone by then. */
final class FailureText {
    static final int LONGEST = 500;

    private FailureText() {}

    /** {@code IllegalStateException: no such table}. */
    static String of(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = messageOf(failure);
        return message.isEmpty() ? name : name + ": " + message;
    }

    /** Its own code may fail as well. */
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
