package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.RunObserver;
import vesper.bench.load.LoadEngine;
import vesper.bench.report.Chart;
import vesper.bench.results.ExtraResults;
import vesper.bench.results.Outcome;
import vesper.bench.results.Published;

/** An experiment: the arms, and the conclusions from their records. */
interface Experiment {
    /** Returns the name on the command line. */
    String name();

    String title();

    Pace pace(boolean quick);

    /**
     * Checks the pace before anything is built.
     *
     * @throws IllegalArgumentException if the experiment cannot run at this pace
     */
    default void requireValid(Pace pace) {}

    LoadEngine engine(String searchPath, Path scratch) throws IOException;

    /** Builds missing programs and returns the arms. */
    ExperimentPlan prepare(ServerSpecs serverSpecs) throws IOException, InterruptedException;

    /** Returns whether errors are part of the result, so that the experiment does not fail because of them. */
    default boolean toleratesErrors() {
        return false;
    }

    /** Returns an observer of the recorded runs. */
    default RunObserver observer() {
        return RunObserver.NONE;
    }

    /** Returns the bars that the arms must meet. */
    List<BarVerdict> bars(ExperimentRecords records);

    /** Returns figures that others published for the same measurement. */
    default List<Published> published() {
        return List.of();
    }

    /** Returns a note for the title of every chart; may be empty. */
    default String chartNote() {
        return "";
    }

    /** Returns the charts that only this experiment has. */
    List<Chart> charts(Outcome outcome);

    /** Returns the results that only this experiment has. */
    default ExtraResults extraResults(ExperimentRecords records) {
        return ExtraResults.NONE;
    }
}
