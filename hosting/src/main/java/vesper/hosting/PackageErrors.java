package vesper.hosting;

/**
 * Handles exceptions of packages' code while it is compiled, loaded and called: they are failures of the package, not
 * of the server.
 */
final class PackageErrors {
    private PackageErrors() {}

    /**
     * Rethrows errors of the JVM itself. A stack overflow is not one of them, because the code on that stack has caused
     * it.
     */
    static void rethrowJvmErrors(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) throw error;
    }

    /** Describes an exception. For a failed static initializer, describes the exception that it threw. */
    static String describe(Throwable thrown) {
        boolean inInitializer = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null;
        return inInitializer ? "a static initializer threw " + thrown.getCause() : thrown.toString();
    }
}
