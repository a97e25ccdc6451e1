package vesper.bench.results;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Pace;

/**
 * Under what circumstances an experiment was made.
 *
 * @param experiment its name on the command line
 * @param title of the report
 * @param quick whether it is a smoke run
 * @param engine what drove
 * @param seed drew the order of turns
 * @param machine facts by name, in the order to show them
 * @param remarks what a reader has to know of this experiment
 * @param published what others measured in the same way
 * @param chartNote what has to stand on every chart; empty for nothing
 * @param allowsErrors whether errors are a figure, rather than a failure of the experiment
 */
public record Setting(
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
    public Setting {
        remarks = List.copyOf(remarks);
        published = List.copyOf(published);
    }

    /** As it stands over a chart. */
    public String chartTitle(String plain) {
        return chartNote.isEmpty() ? plain : plain + " (" + chartNote + ")";
    }
}
