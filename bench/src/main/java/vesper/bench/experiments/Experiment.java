package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Onlooker;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Records;
import vesper.bench.load.LoadEngine;
import vesper.bench.report.Chart;
import vesper.bench.results.Outcome;
import vesper.bench.results.Particulars;
import vesper.bench.results.Published;

/** Arms, and what is concluded from them. */
interface Experiment {
    /** As on the command line. */
    String name();

    String title();

    Pace pace(boolean quick);

    /**
     * Before anything is made.
     *
     * @throws IllegalArgumentException where it cannot be made at this pace
     */
    default void requireAble(Pace pace) {}

    LoadEngine engine(String searchPath, Path scratch) throws IOException;

    /** Builds what is missing and says which arms there are. */
    Prepared prepare(Workshop workshop) throws IOException, InterruptedException;

    /** Whether errors are what is looked for, so that an experiment with some has not failed. */
    default boolean isBeyondWhatServersCanDo() {
        return false;
    }

    /** Looks on while it is recorded. */
    default Onlooker onlooker() {
        return Onlooker.NONE;
    }

    /** What the arms have to reach. */
    List<BarVerdict> bars(Records records);

    /** What others measured in the same way. */
    default List<Published> published() {
        return List.of();
    }

    /** What has to stand on every chart; empty for nothing. */
    default String chartNote() {
        return "";
    }

    /** That only this experiment has. */
    List<Chart> charts(Outcome outcome);

    /** What it tells beside. */
    default Particulars particulars(Records records) {
        return Particulars.NONE;
    }
}
