package vesper.bench.documents;

import java.util.List;

/**
 * Cases that are measured in the same processes, one for each contestant.
 *
 * @param nodes of a contestant, 1 but where it is driven as several
 * @param flags of java, the same for every contestant
 */
record Stage(
        String name,
        Course course,
        int nodes,
        List<String> flags,
        List<Contestant> contestants,
        List<DocumentsCase> cases) {
    /** What happens in a stage. */
    enum Course {
        /** In each start processes stay; each case is warmed in windows until it is stable and then has a run in every round. */
        DRIVE,
        /** The same, where a client in a process of its own drives the one that stays. */
        DRIVE_FROM_OUTSIDE,
        /** The same, where each contestant is several nodes, but for one that is alone. */
        DRIVE_NODES,
        /** A fresh process for each run, whose heap is looked at before and after. */
        IDLE,
        /** Documents are filled in once; each run is a fresh process that opens them. */
        OPEN
    }

    Stage {
        flags = List.copyOf(flags);
        contestants = List.copyOf(contestants);
        cases = List.copyOf(cases);
    }
}
