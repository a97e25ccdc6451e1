package vesper.bench.experiments;

import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Missing;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;

/**
 * What an experiment consists of on this machine.
 *
 * @param compared arms with each other, by the kind of load that they are under
 * @param missing what it has to go without
 * @param remarks what a reader has to know of it
 */
record Prepared(List<Arm> arms, List<Group> compared, List<Missing> missing, List<String> remarks) {
    static final Prepared NOTHING = new Prepared(List.of(), List.of(), List.of(), List.of());

    Prepared {
        arms = List.copyOf(arms);
        compared = List.copyOf(compared);
        missing = List.copyOf(missing);
        remarks = List.copyOf(remarks);
    }

    /** Where all arms are under one kind of load. */
    static Prepared ofOneKind(
            List<Arm> arms, List<Pair> compared, List<Pair> same, List<Missing> missing, List<String> remarks) {
        return new Prepared(arms, List.of(new Group("", compared, same)), missing, remarks);
    }
}
