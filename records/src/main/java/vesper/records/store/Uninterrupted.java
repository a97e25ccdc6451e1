package vesper.records.store;

/** Waiting for threads that end by themselves. */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Returns when it has ended; an interrupt meanwhile is kept for later. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
