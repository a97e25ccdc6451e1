package vesper.bench.results;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import vesper.bench.report.Chart;

/** The folder for the files of an outcome. */
public record ResultFolder(Path path) {
    /** Name of the file in which {@code bench compare} finds the runs. */
    public static final String RUNS = "runs.csv";

    /**
     * Writes all files, and prints the table or the JSON.
     *
     * @param charts charts of the experiment itself, for the report
     */
    public void write(Outcome outcome, List<Chart> charts, boolean json, PrintStream out, PrintStream err)
            throws IOException {
        Files.createDirectories(path);
        String text = OutcomeJson.of(outcome);
        Files.writeString(path.resolve("result.json"), text);
        Files.writeString(path.resolve(RUNS), OutcomeCsv.of(outcome));
        Files.writeString(path.resolve("report.html"), OutcomePage.of(outcome, charts));
        Files.writeString(path.resolve("summary.md"), Markdown.of(outcome));
        Files.writeString(path.resolve("junit.xml"), JUnitXml.of(outcome));
        out.print(json ? text : table(outcome));
        out.flush();
        err.println("report: " + path.resolve("report.html"));
    }

    private static String table(Outcome outcome) {
        String bars = outcome.bars().isEmpty()
                ? ""
                : "\n" + OutcomeTables.bars(outcome).text();
        String contrasts = outcome.contrasts().all().isEmpty()
                ? ""
                : "\n" + OutcomeTables.contrasts(outcome).text();
        String own = outcome.particulars().sections().stream()
                .map(section -> "\n" + section.title() + "\n" + section.table().text())
                .collect(Collectors.joining());
        return OutcomeTables.arms(outcome).text() + own + bars + contrasts + "\n"
                + OutcomeTables.remarks(outcome).stream()
                        .map(remark -> remark + "\n")
                        .collect(Collectors.joining());
    }
}
