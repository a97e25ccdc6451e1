package vesper.bench.experiments;

import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Unavailable;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;

/**
 * The parts of an experiment on this machine.
 *
 * @param compared comparisons of arms, by kind of load
 * @param unavailable parts that are not available
 * @param remarks remarks about the experiment that a reader needs
 */
record ExperimentPlan(List<Arm> arms, List<Group> compared, List<Unavailable> unavailable, List<String> remarks) {
    static final ExperimentPlan NOTHING = new ExperimentPlan(List.of(), List.of(), List.of(), List.of());

    ExperimentPlan {
        arms = List.copyOf(arms);
        compared = List.copyOf(compared);
        unavailable = List.copyOf(unavailable);
        remarks = List.copyOf(remarks);
    }

    /** Creates an experiment in which all arms have the same kind of load. */
    static ExperimentPlan ofOneKind(
            List<Arm> arms, List<Pair> compared, List<Pair> same, List<Unavailable> missing, List<String> remarks) {
        return new ExperimentPlan(arms, List.of(new Group("", compared, same)), missing, remarks);
    }
}
