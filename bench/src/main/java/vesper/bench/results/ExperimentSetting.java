package vesper.bench.results;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Pace;

/**
 * The circumstances of an experiment.
 *
 * @param experiment its name on the command line
 * @param title of the report
 * @param quick true for a smoke run
 * @param engine the load engine
 * @param seed seed for the order of the arms
 * @param machine facts by name, in the order of display
 * @param remarks remarks about this experiment that a reader needs
 * @param published figures that others measured in the same way
 * @param chartNote note for the title of every chart; may be empty
 * @param allowsErrors true if errors are a figure rather than a failure of the experiment
 */
public record ExperimentSetting(
        String experiment,
        String title,
        LocalDateTime startedAt,
        boolean quick,
        String engine,
        Pace pace,
        long seed,
        Map<String, String> machine,
        List<String> remarks,
        List<Published> published,
        String chartNote,
        boolean allowsErrors) {
    public ExperimentSetting {
        remarks = List.copyOf(remarks);
        published = List.copyOf(published);
    }

    /** Returns the title of a chart, with the note. */
    public String chartTitle(String plain) {
        return chartNote.isEmpty() ? plain : plain + " (" + chartNote + ")";
    }
}
