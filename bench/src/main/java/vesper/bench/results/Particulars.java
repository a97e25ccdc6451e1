package vesper.bench.results;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.SharedText;

/**
 * What one experiment tells beside what all of them do.
 *
 * @param sections on the terminal, in Markdown and in the report; one without rows is left out
 * @param json members of the result
 * @param remarks what a reader must not overlook
 */
public record Particulars(List<Section> sections, Map<String, @Nullable Object> json, List<String> remarks) {
    public static final Particulars NONE = new Particulars(List.of(), Map.of(), List.of());

    public Particulars {
        sections =
                sections.stream().filter(section -> !section.rows().isEmpty()).toList();
        remarks = List.copyOf(remarks);
    }

    /** For a report. */
    public Particulars shared(SharedText how) {
        return new Particulars(sections, json, remarks.stream().map(how::of).toList());
    }
}
