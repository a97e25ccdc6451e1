package vesper.records.store;

/** Joins threads despite interrupts. */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Waits until the thread has ended. An interrupt during the wait is restored afterwards. */
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
