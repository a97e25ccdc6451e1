package vesper.bench.results;

import java.util.stream.Collectors;

/** Writes the result as Markdown, for a pull request or the summary of a build. */
final class Markdown {
    private Markdown() {}

    static String of(Outcome outcome) {
        String bars =
                outcome.bars().isEmpty() ? "" : OutcomeTables.bars(outcome).markdown() + "\n";
        String contrasts = outcome.contrasts().all().isEmpty()
                ? ""
                : OutcomeTables.contrasts(outcome).markdown() + "\n";
        var published = new PublishedTable(outcome);
        String beside = published.sources().isEmpty()
                ? ""
                : published.table().markdown() + "\n"
                        + published.sources().stream()
                                .map(source -> "Published: " + source + "\n")
                                .collect(Collectors.joining())
                        + "\n";
        return "## " + outcome.setting().title() + "\n\n"
                + OutcomeTables.arms(outcome).markdown() + "\n" + bars + contrasts
                + outcome.particulars().sections().stream()
                        .map(section -> "### " + section.title() + "\n\n"
                                + section.table().markdown() + "\n")
                        .collect(Collectors.joining())
                + beside
                + OutcomeTables.remarks(outcome).stream()
                        .map(remark -> "- " + remark + "\n")
                        .collect(Collectors.joining());
    }
}
