package vesper.hosting;

/**
 * Handles exceptions of packages' code while it is compiled, loaded and called: they are failures of the package, not
 * of the server.
 */
final class PackageErrors {
    private static final int MAX_CAUSES = 5;

    private PackageErrors() {}

    /**
     * Rethrows errors of the JVM itself. A stack overflow is not one of them, because the code on that stack has caused
     * it.
     */
    static void rethrowJvmErrors(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) throw error;
    }

    /**
     * Describes an exception and those that caused it. For a failed static initializer, describes the exception that it
     * threw.
     */
    static String describe(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (thrown instanceof ExceptionInInitializerError && cause != null) {
            return "a static initializer threw " + describe(cause);
        }
        StringBuilder text = new StringBuilder(thrown.toString());
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            // The message of an exception that only wraps another one repeats it.
            if (text.indexOf(cause.toString()) < 0) text.append(", caused by ").append(cause);
            cause = cause.getCause();
        }
        return text.toString();
    }
}
