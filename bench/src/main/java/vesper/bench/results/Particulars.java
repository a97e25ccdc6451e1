package vesper.bench.results;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.SharedText;

/**
 * Results of one experiment beyond those that all experiments have.
 *
 * @param sections tables for the terminal, Markdown and the report; those without rows are left out
 * @param json additional members of the result
 * @param remarks remarks that a reader needs in order to judge the figures
 */
public record Particulars(List<Section> sections, Map<String, @Nullable Object> json, List<String> remarks) {
    public static final Particulars NONE = new Particulars(List.of(), Map.of(), List.of());

    public Particulars {
        sections =
                sections.stream().filter(section -> !section.rows().isEmpty()).toList();
        remarks = List.copyOf(remarks);
    }

    /** Returns a copy whose remarks are cleaned for a report. */
    public Particulars shared(SharedText how) {
        return new Particulars(sections, json, remarks.stream().map(how::of).toList());
    }
}
