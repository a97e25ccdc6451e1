package vesper.bench.documents;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;
import vesper.bench.report.Figure;
import vesper.bench.report.Table;
import vesper.bench.statistics.Spread;

/** The tables of the result, the same for the terminal and the page. */
final class DocumentsTables {
    /** A table with its title. */
    record Titled(String title, Table table) {
        Titled(String title, List<String> headings, List<List<String>> rows) {
            this(title, new Table(headings, rows));
        }

        String text() {
            return title + "\n" + table.text();
        }

        String markdown() {
            return "### " + title + "\n\n" + table.markdown();
        }

        boolean isEmpty() {
            return table.rows().isEmpty();
        }
    }

    private final DocumentsResult result;

    DocumentsTables(DocumentsResult result) {
        this.result = result;
    }

    /** Returns the whole result for a terminal. */
    static String text(DocumentsResult result) {
        String tables = new DocumentsTables(result).all().map(Titled::text).collect(Collectors.joining("\n"));
        String remarks = result.remarks().stream().map(remark -> remark + "\n").collect(Collectors.joining());
        return tables + "\n" + remarks;
    }

    Stream<Titled> all() {
        return Stream.of(rates(), others(), repeats(), bars()).filter(table -> !table.isEmpty());
    }

    private Titled rates() {
        return new Titled(
                "Requests per second, and per second of CPU",
                List.of(
                        "case",
                        "acknowledged",
                        "Xenon/s",
                        "Vesper/s",
                        "× Xenon",
                        "Xenon/CPU s",
                        "Vesper/CPU s",
                        "× Xenon",
                        "95 % interval",
                        "Xenon/s, published",
                        "bar",
                        ""),
                result.comparisons().stream()
                        .filter(one -> one.measuredCase().measure() == Measure.RATE)
                        .map(DocumentsTables::rateRow)
                        .toList());
    }

    private static List<String> rateRow(CaseComparison one) {
        return List.of(
                one.contestant() == Contestant.VESPER_ALONE
                        ? one.measuredCase().label() + ", alone"
                        : one.measuredCase().label(),
                one.measuredCase().isDurable() ? acknowledgedWhen(one.contestant()) : "–",
                Figure.of(one.xenon().median()),
                Figure.of(one.own().median()),
                range(one.toXenon()),
                Figure.of(one.xenonPerCpu().median()),
                Figure.of(one.ownPerCpu().median()),
                range(one.cpuToXenon()),
                JudgedBar.text(one.effect()),
                PublishedRate.of(one.measuredCase())
                        .map(rate -> Figure.of(rate.perSecond()))
                        .orElse("–"),
                condition(one),
                verdict(one));
    }

    /** Returns a short form of the promise. Xenon's is the same in every row, and the remarks have the full text. */
    private static String acknowledgedWhen(Contestant contestant) {
        return switch (contestant) {
            case XENON -> "from RAM";
            case VESPER, VESPER_ALONE, VESPER_AGAIN -> "after sync";
            case VESPER_INTERVAL -> "before sync, 5 s";
        };
    }

    private Titled others() {
        return new Titled(
                "Memory and opening, less is better",
                List.of("case", "Xenon", "Vesper", "× Xenon", "bar", ""),
                result.comparisons().stream()
                        .filter(one -> one.measuredCase().measure() != Measure.RATE)
                        .map(DocumentsTables::otherRow)
                        .toList());
    }

    private static List<String> otherRow(CaseComparison one) {
        String unit = " " + one.measuredCase().measure().unit();
        return List.of(
                one.measuredCase().label(),
                withUnit(one.xenon(), unit),
                withUnit(one.own(), unit),
                range(one.toXenon()),
                condition(one),
                verdict(one));
    }

    private Titled repeats() {
        return new Titled(
                "Vesper compared with itself",
                List.of("case", "per CPU second, × Vesper", "95 % interval"),
                new RepeatedVesper(result.findings())
                        .all().stream()
                                .map(one -> List.of(
                                        one.measuredCase().label(),
                                        Figure.of(one.effect().factor()),
                                        JudgedBar.text(one.effect())))
                                .toList());
    }

    private static String condition(CaseComparison one) {
        return one.bar().map(bar -> bar.verdict().condition()).orElse("–");
    }

    private static String verdict(CaseComparison one) {
        return one.bar().map(bar -> bar.verdict().verdict()).orElse("");
    }

    Titled bars() {
        return new Titled(
                "Bars",
                List.of("bar", "required", "measured", "95 % interval", ""),
                result.bars().stream().map(DocumentsTables::barRow).toList());
    }

    private static List<String> barRow(JudgedBar bar) {
        BarVerdict verdict = bar.verdict();
        return List.of(
                verdict.description(), verdict.condition(), verdict.measured(), bar.intervalText(), verdict.verdict());
    }

    /** Returns the warm-up of each case. */
    Titled warmUps() {
        return new Titled(
                "Warm-up",
                List.of("case", "contestant", "start", "windows", "result"),
                result.findings().warmUps().stream()
                        .map(warmUp -> List.of(
                                warmUp.measuredCase().label(),
                                warmUp.contestant().label(),
                                Integer.toString(warmUp.start()),
                                Integer.toString(warmUp.windows().size()),
                                warmUp.objection().orElse("stable")))
                        .toList());
    }

    /** Returns the result for a pull request or the summary of a build. */
    static String markdown(DocumentsResult result) {
        return "## " + result.title() + "\n\n"
                + new DocumentsTables(result).all().map(Titled::markdown).collect(Collectors.joining("\n"))
                + "\n"
                + result.remarks().stream().map(remark -> "- " + remark + "\n").collect(Collectors.joining());
    }

    Stream<Titled> figures() {
        return Stream.of(rates(), others(), repeats()).filter(table -> !table.isEmpty());
    }

    private static String withUnit(Spread spread, String unit) {
        return spread.isMeasured() ? Figure.of(spread.median()) + unit : Figure.of(Double.NaN);
    }

    private static String range(Spread spread) {
        if (!spread.isMeasured()) return Figure.of(Double.NaN);
        return Figure.of(spread.median()) + " (" + Figure.of(spread.low()) + "–" + Figure.of(spread.high()) + ")";
    }
}
