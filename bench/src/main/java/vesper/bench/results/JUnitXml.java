package vesper.bench.results;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.report.HtmlText;

/**
 * Writes bars and gates as test cases, in the format of Ant's and Surefire's {@code TEST-*.xml}, which build servers
 * display.
 */
public final class JUnitXml {
    /** Name of the test case for failures of the whole experiment. */
    public static final String AS_A_WHOLE = "experiment";

    private JUnitXml() {}

    static String of(Outcome outcome) {
        return of(outcome.setting().experiment(), outcome.setting().startedAt(), outcome.bars(), outcome.failure());
    }

    /**
     * Returns the file for an experiment that does not have an {@link Outcome}.
     *
     * @param failure failure independent of the bars, reported as a separate test case; empty if there is none
     */
    public static String of(
            String experiment, LocalDateTime startedAt, List<BarVerdict> bars, Optional<String> failure) {
        String suite = "vesper.bench." + experiment;
        long missed = bars.stream().filter(BarVerdict::isMissed).count();
        long unknown = bars.stream().filter(bar -> bar.met().isEmpty()).count();
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" timestamp=\"%s\">%n",
                HtmlText.escape(suite),
                bars.size() + (failure.isPresent() ? 1 : 0),
                missed,
                failure.isPresent() ? 1 : 0,
                unknown,
                startedAt.withNano(0)));
        for (BarVerdict bar : bars) {
            String message = HtmlText.escape("required " + bar.condition() + ", measured " + bar.measured());
            xml.append(String.format(
                    Locale.ROOT,
                    "  <testcase classname=\"%s\" name=\"%s\"",
                    HtmlText.escape(suite),
                    HtmlText.escape(bar.description())));
            if (bar.met().isEmpty()) xml.append("><skipped message=\"not measured\"/></testcase>\n");
            else if (bar.isMissed())
                xml.append(String.format(Locale.ROOT, "><failure message=\"%s\"/></testcase>%n", message));
            else xml.append("/>\n");
        }
        failure.ifPresent(why -> xml.append(String.format(
                Locale.ROOT,
                "  <testcase classname=\"%s\" name=\"%s\"><error message=\"%s\"/></testcase>%n",
                HtmlText.escape(suite),
                AS_A_WHOLE,
                HtmlText.escape(why))));
        return xml.append("</testsuite>\n").toString();
    }
}
