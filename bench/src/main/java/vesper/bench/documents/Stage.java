package vesper.bench.documents;

import java.util.List;

/**
 * Cases that are measured in the same processes, one for each contestant.
 *
 * @param nodes number of nodes of a contestant; 1 unless it is driven as a cluster
 * @param flags flags of java, the same for every contestant
 */
record Stage(
        String name,
        Course course,
        int nodes,
        List<String> flags,
        List<Contestant> contestants,
        List<DocumentsCase> cases) {
    /** The procedure of a stage. */
    enum Course {
        /**
         * Processes stay up during a start. Each case is warmed in windows until it is stable, then has a run in every
         * round.
         */
        DRIVE,
        /** The same, with a client in a separate process that drives the long-running one. */
        DRIVE_FROM_OUTSIDE,
        /** The same, with several nodes for each contestant except a single one for comparison. */
        DRIVE_NODES,
        /** Each run has a fresh process, whose heap is measured before and after. */
        IDLE,
        /** Documents are filled in once; each run has a fresh process that opens them. */
        OPEN
    }

    Stage {
        flags = List.copyOf(flags);
        contestants = List.copyOf(contestants);
        cases = List.copyOf(cases);
    }
}
