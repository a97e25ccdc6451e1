package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Pace;
import vesper.bench.report.HtmlText;
import vesper.bench.results.JUnitXml;

/**
 * Combines the files of all experiments, which each has in its folder. An experiment that reports no bars, or failed
 * before it wrote its file, becomes one test case.
 */
final class CombinedFiles {
    private static final String DECLARATION = "<\\?xml[^>]*\\?>\\s*";

    private static final String JUNIT = "junit.xml";
    private static final String SUMMARY = "summary.md";
    /** Names of the files that are combined. */
    static final List<String> OF_PARTS = List.of(JUNIT, SUMMARY);

    private final Path folder;
    private final List<ExperimentResult> results;

    /** @param folder parent of the experiments' folders */
    CombinedFiles(Path folder, List<ExperimentResult> made) {
        this.folder = folder;
        this.results = made;
    }

    /** Returns a test suite for each experiment, in the format of build servers. */
    String junit() throws IOException {
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (ExperimentResult part : results) {
            Optional<String> own = text(part, JUNIT).map(text -> text.replaceFirst(DECLARATION, ""));
            own.ifPresent(xml::append);
            boolean tells = own.map(text -> text.contains(JUnitXml.AS_A_WHOLE)).orElse(false);
            // A failed experiment may have written the bars that it judged, but not the failure.
            if (own.isEmpty() || (part.hasFailed() && !tells)) xml.append(suite(part));
        }
        return xml.append("</testsuites>\n").toString();
    }

    private static String suite(ExperimentResult part) {
        String name = HtmlText.escape("vesper.bench." + part.name());
        int failures = part.exitCode() == ExitCode.GATE_MISSED ? 1 : 0;
        int skipped = part.exitCode() == ExitCode.UNSTABLE ? 1 : 0;
        int errors = part.hasFailed() ? 1 : 0;
        String outcome = "";
        if (failures > 0) outcome = "<failure message=\"a bar was missed\"/>";
        else if (skipped > 0) outcome = "<skipped message=\"not stable\"/>";
        else if (errors > 0) outcome = "<error message=\"failed\"/>";
        return String.format(Locale.ROOT, """
                <testsuite name="%s" tests="1" failures="%d" errors="%d" skipped="%d">
                  <testcase classname="%s" name="%s">%s</testcase>
                </testsuite>
                """, name, failures, errors, skipped, name, JUnitXml.AS_A_WHOLE, outcome);
    }

    /** Returns the verdict of each experiment, followed by its own summary. */
    String markdown(boolean isQuick) throws IOException {
        var text = new StringBuilder("# All experiments\n\n");
        if (isQuick) text.append(Pace.SMOKE_RUN + "\n\n");
        text.append("| experiment | result |\n|---|---|\n");
        for (ExperimentResult part : results) {
            text.append("| ")
                    .append(part.name())
                    .append(" | ")
                    .append(part.verdict())
                    .append(" |\n");
        }
        for (ExperimentResult part : results)
            text(part, SUMMARY).ifPresent(own -> text.append('\n').append(own));
        return text.toString();
    }

    private Optional<String> text(ExperimentResult part, String file) throws IOException {
        Path path = folder.resolve(part.name()).resolve(file);
        return Files.isRegularFile(path) ? Optional.of(Files.readString(path)) : Optional.empty();
    }
}
