package vesper.bench.instrument;

import java.io.IOException;

/** An observer that adds an experiment's own measurements to those of the instrument. */
public interface Onlooker {
    Onlooker NONE = new Onlooker() {};

    /** Called right before each run that follows the warm-up. */
    default void before(Arm arm, RunningSubject server) throws IOException, InterruptedException {}

    /**
     * Called when a server is idle again after load on an arm: after the first window of a warm-up, at its end, and
     * after each run.
     *
     * @param asked number of requests since the previous call
     */
    default void after(Arm arm, RunningSubject server, Asked asked) throws IOException, InterruptedException {}
}
