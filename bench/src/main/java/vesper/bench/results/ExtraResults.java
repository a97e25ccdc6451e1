package vesper.bench.results;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.Redactor;

/**
 * Results of one experiment beyond those that all experiments have.
 *
 * @param sections tables for the terminal, Markdown and the report; those without rows are left out
 * @param json additional members of the result
 * @param remarks remarks that a reader needs in order to judge the figures
 */
public record ExtraResults(List<Section> sections, Map<String, @Nullable Object> json, List<String> remarks) {
    public static final ExtraResults NONE = new ExtraResults(List.of(), Map.of(), List.of());

    public ExtraResults {
        sections =
                sections.stream().filter(section -> !section.rows().isEmpty()).toList();
        remarks = List.copyOf(remarks);
    }

    /** Returns a copy whose remarks are cleaned for a report. */
    public ExtraResults redacted(Redactor redactor) {
        return new ExtraResults(
                sections, json, remarks.stream().map(redactor::redact).toList());
    }
}
