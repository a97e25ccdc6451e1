package vesper.hosting;

/** What is thrown while code of packages is compiled, loaded and called: one package's failure, not the server's. */
final class Thrown {
    private Thrown() {}

    /** Lets pass what ails the machine itself. A stack that overflowed is the doing of whoever ran on it. */
    static void passOn(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) throw error;
    }

    /** What was thrown, in words; of a static initializer, what it threw. */
    static String text(Throwable thrown) {
        boolean inInitializer = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null;
        return inInitializer ? "a static initializer threw " + thrown.getCause() : thrown.toString();
    }
}
