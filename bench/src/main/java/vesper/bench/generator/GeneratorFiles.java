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
import vesper.bench.report.JsonText;

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
        return JsonText.of(json) + "\n";
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
        for (Target driven : Target.values()) {
            for (String driver : result.drivers()) {
                List<DriverRun> turns = findings.runs(driven, driver);
                if (turns.isEmpty()) continue;
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("name", driver);
                json.put("server", driven.slug());
                json.put("connections", driven.connections());
                json.put("requestsPerSecond", FigureJson.spread(findings.spread(driven, driver, DriverRun::rate)));
                json.put(
                        "ownCpuMicrosPerRequest",
                        FigureJson.spread(findings.spread(driven, driver, DriverRun::cpuMicrosPerRequest)));
                json.put("p50Micros", FigureJson.spread(findings.spread(driven, driver, DriverRun::medianMicros)));
                json.put("errors", turns.stream().mapToLong(DriverRun::errors).sum());
                all.add(json);
            }
        }
        return all;
    }

    private static String csv(List<DriverRun> turns) {
        return turns.stream().map(GeneratorFiles::line).collect(Collectors.joining("\n", COLUMNS + "\n", "\n"));
    }

    private static String line(DriverRun turn) {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%.6f,%d,%.0f,%d",
                turn.round(),
                turn.target().slug(),
                turn.driver(),
                turn.requests(),
                turn.seconds(),
                turn.run().cpu().totalMicros(),
                turn.medianMicros(),
                turn.errors());
    }

    private static String page(GeneratorResult result) {
        var page = new HtmlPage("The generator compared with wrk and ab");
        result.remarks().forEach(page::paragraph);
        page.heading("Bars").table(GeneratorTables.bars(result));
        page.heading("Figures").table(GeneratorTables.figures(result));
        for (Target driven : Target.values()) page.paragraph(driven.slug() + ": " + driven.label() + ".");
        Map<String, String> facts = new LinkedHashMap<>(result.machine());
        facts.put("started", result.startedAt().toString());
        facts.put("seed of the order", Long.toString(result.seed()));
        return page.heading("Environment")
                .facts(facts)
                .data("result", json(result))
                .html();
    }
}
