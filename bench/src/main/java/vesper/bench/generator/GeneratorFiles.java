package vesper.bench.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.bench.FigureJson;
import vesper.bench.instrument.Unavailable;
import vesper.bench.report.HtmlPage;
import vesper.bench.report.JsonEncoder;

/**
 * Writes the result as {@code result.json}, {@code runs.csv} and {@code report.html}, see {@code docs/guide/bench.md}.
 */
final class GeneratorFiles {
    private static final String COLUMNS = "round,server,driver,requests,seconds,cpu_micros,p50_micros,errors";

    private GeneratorFiles() {}

    static void write(GeneratorResult result, Path folder) throws IOException {
        Files.writeString(folder.resolve("result.json"), json(result));
        Files.writeString(folder.resolve("runs.csv"), csv(result.findings().runs()));
        Files.writeString(folder.resolve("report.html"), page(result));
    }

    static String json(GeneratorResult result) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("experiment", "generator");
        json.put("startedAt", result.startedAt().toString());
        json.put("quick", result.options().quick());
        json.put("rounds", result.options().rounds());
        json.put("secondsPerRun", result.options().secondsPerRun());
        json.put("seed", result.seed());
        json.put("brokenOff", result.findings().abortReason().orElse(null));
        json.put(
                "leftOut",
                result.findings().unavailable().stream()
                        .map(GeneratorFiles::leftOut)
                        .toList());
        json.put("remarks", result.remarks());
        json.put("environment", result.machine());
        json.put("drivers", drivers(result));
        json.put("bars", result.bars().stream().map(FigureJson::bar).toList());
        return JsonEncoder.encode(json) + "\n";
    }

    private static Map<String, String> leftOut(Unavailable missing) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("name", missing.name());
        json.put("why", missing.reason());
        return json;
    }

    private static List<Map<String, @Nullable Object>> drivers(GeneratorResult result) {
        GeneratorFindings findings = result.findings();
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Target target : Target.values()) {
            for (String driver : result.drivers()) {
                List<DriverRun> runs = findings.runs(target, driver);
                if (runs.isEmpty()) continue;
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("name", driver);
                json.put("server", target.slug());
                json.put("connections", target.connections());
                json.put("requestsPerSecond", FigureJson.spread(findings.spread(target, driver, DriverRun::rate)));
                json.put(
                        "ownCpuMicrosPerRequest",
                        FigureJson.spread(findings.spread(target, driver, DriverRun::cpuMicrosPerRequest)));
                json.put("p50Micros", FigureJson.spread(findings.spread(target, driver, DriverRun::medianMicros)));
                json.put("errors", runs.stream().mapToLong(DriverRun::errors).sum());
                all.add(json);
            }
        }
        return all;
    }

    private static String csv(List<DriverRun> runs) {
        return runs.stream().map(GeneratorFiles::line).collect(Collectors.joining("\n", COLUMNS + "\n", "\n"));
    }

    private static String line(DriverRun run) {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%.6f,%d,%.0f,%d",
                run.round(),
                run.target().slug(),
                run.driver(),
                run.requests(),
                run.seconds(),
                run.run().cpu().totalMicros(),
                run.medianMicros(),
                run.errors());
    }

    private static String page(GeneratorResult result) {
        var page = new HtmlPage("The generator compared with wrk and ab");
        result.remarks().forEach(page::paragraph);
        page.heading("Bars").table(GeneratorTables.bars(result));
        page.heading("Figures").table(GeneratorTables.figures(result));
        for (Target target : Target.values()) page.paragraph(target.slug() + ": " + target.label() + ".");
        Map<String, String> facts = new LinkedHashMap<>(result.machine());
        facts.put("started", result.startedAt().toString());
        facts.put("seed of the order", Long.toString(result.seed()));
        return page.heading("Environment")
                .facts(facts)
                .data("result", json(result))
                .html();
    }
}
