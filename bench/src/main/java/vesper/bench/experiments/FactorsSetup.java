package vesper.bench.experiments;

import java.util.function.UnaryOperator;
import vesper.bench.instrument.Drive;
import vesper.bench.instrument.Subject;

/** One way to start Vesper and to drive it. */
record FactorsSetup(Subject subject, Drive drive) {
    FactorsSetup with(UnaryOperator<Subject> change) {
        return new FactorsSetup(change.apply(subject), drive);
    }

    FactorsSetup driven(UnaryOperator<Drive> change) {
        return new FactorsSetup(subject, change.apply(drive));
    }
}
