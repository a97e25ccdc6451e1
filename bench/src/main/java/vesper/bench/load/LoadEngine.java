package vesper.bench.load;

import java.io.IOException;

/** A tool that carries out load plans, one run at a time. */
public interface LoadEngine {
    /**
     * Runs a plan and blocks until the end. Failures of the server are counted in the result; an exception means that
     * the engine itself failed.
     */
    LoadResult run(LoadPlan plan) throws IOException, InterruptedException;

    /** Returns the name for reports, with the version if there is one. */
    String description();
}
