package vesper.bench.experiments;

import java.util.List;
import java.util.Optional;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Missing;
import vesper.bench.results.Contrasts.Pair;

/**
 * What an experiment consists of on this machine.
 *
 * @param compared each arm with another
 * @param same an arm that is measured twice
 * @param missing what it has to go without
 * @param remarks what a reader has to know of it
 */
record Prepared(List<Arm> arms, List<Pair> compared, Optional<Pair> same, List<Missing> missing, List<String> remarks) {
    Prepared {
        arms = List.copyOf(arms);
        compared = List.copyOf(compared);
        missing = List.copyOf(missing);
        remarks = List.copyOf(remarks);
    }
}
