package vesper.bench.instrument;

import java.io.IOException;

/** What an experiment looks at beside what the instrument records. */
public interface Onlooker {
    Onlooker NONE = new Onlooker() {};

    /** Right before an arm has a recorded run. */
    default void before(Arm arm, RunningSubject server) throws IOException, InterruptedException {}

    /**
     * Once a server is idle again after an arm was driven: as often as it took to warm it, or in one run.
     *
     * @param asked of it meanwhile
     */
    default void after(Arm arm, RunningSubject server, Asked asked) throws IOException, InterruptedException {}
}
