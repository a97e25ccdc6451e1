package vesper.bench.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import vesper.bench.report.Figure;
import vesper.bench.report.Table;

/** The tables of the result, the same for the terminal and the page. */
final class GeneratorTables {
    private GeneratorTables() {}

    /** Returns the whole result for a terminal. */
    static String text(GeneratorResult result) {
        String remarks = result.remarks().stream().map(remark -> remark + "\n").collect(Collectors.joining());
        return figures(result).text() + "\n" + bars(result).text() + "\n" + remarks;
    }

    static Table figures(GeneratorResult result) {
        GeneratorFindings findings = result.findings();
        List<List<String>> rows = new ArrayList<>();
        for (Target target : Target.values()) {
            for (String driver : result.drivers()) {
                List<DriverRun> runs = findings.runs(target, driver);
                if (runs.isEmpty()) continue;
                rows.add(List.of(
                        driver + ", " + target.slug(),
                        Figure.of(
                                findings.spread(target, driver, DriverRun::rate).median()),
                        Figure.of(findings.spread(target, driver, DriverRun::cpuMicrosPerRequest)
                                .median()),
                        Figure.of(findings.spread(target, driver, DriverRun::medianMicros)
                                .median()),
                        Long.toString(runs.stream().mapToLong(DriverRun::errors).sum())));
            }
        }
        return new Table(List.of("driver, server", "req/s", "its CPU µs/req", "p50 µs", "errors"), rows);
    }

    static Table bars(GeneratorResult result) {
        return new Table(
                List.of("bar", "required", "measured", "verdict"),
                result.bars().stream()
                        .map(bar -> List.of(bar.description(), bar.condition(), bar.measured(), bar.verdict()))
                        .toList());
    }
}
