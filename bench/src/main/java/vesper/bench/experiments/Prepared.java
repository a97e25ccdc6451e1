package vesper.bench.experiments;

import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Missing;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;

/**
 * The parts of an experiment on this machine.
 *
 * @param compared comparisons of arms, by kind of load
 * @param missing parts that are not available
 * @param remarks remarks about the experiment that a reader needs
 */
record Prepared(List<Arm> arms, List<Group> compared, List<Missing> missing, List<String> remarks) {
    static final Prepared NOTHING = new Prepared(List.of(), List.of(), List.of(), List.of());

    Prepared {
        arms = List.copyOf(arms);
        compared = List.copyOf(compared);
        missing = List.copyOf(missing);
        remarks = List.copyOf(remarks);
    }

    /** Creates an experiment in which all arms have the same kind of load. */
    static Prepared ofOneKind(
            List<Arm> arms, List<Pair> compared, List<Pair> same, List<Missing> missing, List<String> remarks) {
        return new Prepared(arms, List.of(new Group("", compared, same)), missing, remarks);
    }
}
