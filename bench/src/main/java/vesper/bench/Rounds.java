package vesper.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import vesper.bench.load.LoadEngine;

/**
 * The recorded runs. Within a round every arm has its turn, in an order drawn anew, so that a machine which slows down
 * or speeds up meanwhile favours nobody, and the runs of one round may be compared with each other.
 */
final class Rounds {
    private final Scale scale;
    private final Workload workload;
    private final LoadEngine engine;
    private final Random random;

    Rounds(Scale scale, Workload workload, LoadEngine engine, Random random) {
        this.scale = scale;
        this.workload = workload;
        this.engine = engine;
        this.random = random;
    }

    /** Each run is handed over as soon as it is done, so that an interrupted experiment keeps what it has. */
    void record(List<RunningArm> arms, Consumer<RecordedRun> recorder) throws IOException, InterruptedException {
        for (int round = 1; round <= scale.rounds(); round++) {
            for (Turn turn : turns(arms)) {
                recorder.accept(turn.arm().measure(engine, round, turn.pipelining(), scale.run()));
            }
        }
    }

    private List<Turn> turns(List<RunningArm> arms) {
        List<Turn> turns = new ArrayList<>();
        for (RunningArm arm : arms) {
            turns.add(new Turn(arm, 1));
            if (arm.arm().kind().isPipelined()) turns.add(new Turn(arm, workload.pipelining()));
        }
        Collections.shuffle(turns, random);
        return turns;
    }

    private record Turn(RunningArm arm, int pipelining) {}
}
