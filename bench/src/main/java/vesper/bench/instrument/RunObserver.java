package vesper.bench.instrument;

import java.io.IOException;

/** An observer that adds an experiment's own measurements to those of the instrument. */
public interface RunObserver {
    RunObserver NONE = new RunObserver() {};

    /** Called right before each run that follows the warm-up. */
    default void before(Arm arm, RunningServer server) throws IOException, InterruptedException {}

    /**
     * Called when a server is idle again after load on an arm: after the first window of a warm-up, at its end, and
     * after each run.
     *
     * @param requests number of requests since the previous call
     */
    default void after(Arm arm, RunningServer server, RequestCount requests) throws IOException, InterruptedException {}
}
