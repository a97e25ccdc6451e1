package vesper.bench.load;

import java.io.IOException;

/** Something that carries out a load plan; one run at a time. */
public interface LoadEngine {
    /**
     * Blocks until the run is over. A server that refuses or fails is counted in the result; an exception means that
     * the engine itself could not do its work.
     */
    LoadResult run(LoadPlan plan) throws IOException, InterruptedException;

    /** For output: which engine this is, with its version where it has one. */
    String description();
}
