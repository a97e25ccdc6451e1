package vesper.peers.documents;

/** The cost of a piece of work: wall time, and CPU time of this process, both in seconds. */
record Cost(double seconds, double cpuSeconds) {
    private static final double NANOS_PER_SECOND = 1e9;

    interface Work {
        void run() throws Exception;
    }

    static Cost of(Work work) throws Exception {
        long cpu = ProcessCpu.nanos();
        long clock = System.nanoTime();
        work.run();
        long took = System.nanoTime() - clock;
        return new Cost(took / NANOS_PER_SECOND, (ProcessCpu.nanos() - cpu) / NANOS_PER_SECOND);
    }
}
