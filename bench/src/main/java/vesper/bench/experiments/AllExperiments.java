package vesper.bench.experiments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import vesper.bench.ExitCode;
import vesper.bench.FailureMessages;
import vesper.bench.MachineFacts;
import vesper.bench.StopSignal;
import vesper.bench.documents.DocumentsExperiment;
import vesper.bench.documents.DocumentsOptions;
import vesper.bench.instrument.Pace;
import vesper.bench.report.HtmlPage;
import vesper.bench.report.Table;

/**
 * The command {@code bench all}: runs one experiment after another, each with its own folder and files, and writes a
 * page with links to their reports. A failed experiment does not prevent the others.
 */
public final class AllExperiments {
    /** Runs an experiment. */
    interface Runner {
        /** Writes the result as JSON to {@code out}, and returns an {@link ExitCode}. */
        int run(Path folder, PrintStream out);
    }

    record Part(String name, Runner runner) {}

    private AllExperiments() {}

    /**
     * Runs all experiments on the calling thread.
     *
     * @return the worst {@link ExitCode}
     */
    public static int run(ExperimentOptions options, PrintStream out, PrintStream err) {
        return run(parts(options, err), options, out, err);
    }

    private static List<Part> parts(ExperimentOptions options, PrintStream err) {
        return List.of(
                new Part(
                        "overhead",
                        (folder, out) ->
                                OverheadExperiment.run(OverheadOptions.defaults(options.forPart(folder)), out, err)),
                new Part(
                        "sweep",
                        (folder, out) -> SweepExperiment.run(SweepOptions.defaults(options.forPart(folder)), out, err)),
                new Part(
                        "documents",
                        (folder, out) -> DocumentsExperiment.run(
                                DocumentsOptions.of(options.root(), Optional.of(folder), options.quick(), true),
                                out,
                                err)),
                new Part(
                        "uuid",
                        (folder, out) -> UuidExperiment.run(UuidOptions.defaults(options.forPart(folder)), out, err)),
                new Part(
                        "peers",
                        (folder, out) ->
                                PeersExperiment.run(PeersOptions.defaults(options.forPart(folder)), out, err)));
    }

    static int run(List<Part> parts, ExperimentOptions options, PrintStream out, PrintStream err) {
        // In addition to the signal handlers of the experiments: a signal ends the current experiment, and the page is
        // still written.
        try (var signal = StopSignal.arm()) {
            Path folder = options.outOr("all", LocalDateTime.now(ZoneId.systemDefault()));
            Files.createDirectories(folder);
            Map<String, String> machine = MachineFacts.gather(options.root());
            List<ExperimentResult> results = new ArrayList<>();
            for (Part part : parts) {
                if (signal.raised()) break;
                err.println("experiment " + part.name());
                results.add(runPart(part, folder, err));
            }
            MachineFacts.end(machine);
            write(folder, results, parts.size(), machine, options, out, err);
            return worst(results, parts.size());
        } catch (IOException failure) {
            err.println("bench all: " + FailureMessages.messageOf(failure));
            return ExitCode.FAILED;
        }
    }

    private static ExperimentResult runPart(Part part, Path folder, PrintStream err) throws IOException {
        // A file of an earlier run in the same folder would count as this run's if it failed early.
        for (String file : CombinedFiles.OF_PARTS)
            Files.deleteIfExists(folder.resolve(part.name()).resolve(file));
        var text = new ByteArrayOutputStream();
        int exitCode = exitCode(part, folder, new PrintStream(text, true, StandardCharsets.UTF_8), err);
        return new ExperimentResult(
                part.name(), exitCode, text.toString(StandardCharsets.UTF_8).strip());
    }

    private static int exitCode(Part part, Path folder, PrintStream text, PrintStream err) {
        try {
            return part.runner().run(folder.resolve(part.name()), text);
        } catch (RuntimeException fault) {
            // The earlier experiments may have taken hours, and the later ones may succeed.
            err.println("bench " + part.name() + ": internal error");
            fault.printStackTrace(err);
            return ExitCode.FAILED;
        }
    }

    private static int worst(List<ExperimentResult> results, int planned) {
        List<Integer> codes = results.stream().map(ExperimentResult::exitCode).toList();
        boolean failed = results.size() < planned || codes.contains(ExitCode.FAILED) || codes.contains(ExitCode.USAGE);
        if (failed) return ExitCode.FAILED;
        if (codes.contains(ExitCode.UNSTABLE)) return ExitCode.UNSTABLE;
        return codes.contains(ExitCode.GATE_MISSED) ? ExitCode.GATE_MISSED : ExitCode.OK;
    }

    private static void write(
            Path folder,
            List<ExperimentResult> results,
            int planned,
            Map<String, String> machine,
            ExperimentOptions options,
            PrintStream out,
            PrintStream err)
            throws IOException {
        String json = results.stream()
                .map(one -> '"' + one.name() + "\":" + (one.json().isEmpty() ? "null" : one.json()))
                .collect(Collectors.joining(",\n", "{", "}\n"));
        Files.writeString(folder.resolve("result.json"), json);
        Files.writeString(folder.resolve("report.html"), page(results, planned, machine, options.quick()));
        var files = new CombinedFiles(folder, results);
        Files.writeString(folder.resolve("summary.md"), files.markdown(options.quick()));
        Files.writeString(folder.resolve("junit.xml"), files.junit());
        out.print(options.json() ? json : text(results));
        out.flush();
        err.println("report: " + folder.resolve("report.html"));
    }

    private static String text(List<ExperimentResult> results) {
        return results.stream()
                .map(one -> String.format(Locale.ROOT, "%-12s%s%n", one.name(), one.verdict()))
                .collect(Collectors.joining());
    }

    private static String page(
            List<ExperimentResult> results, int planned, Map<String, String> machine, boolean isQuick) {
        var page = new HtmlPage("All experiments");
        if (isQuick) {
            page.paragraph(Pace.SMOKE_RUN);
        }
        if (results.size() < planned) page.paragraph("Aborted: interrupted.");
        page.table(new Table(
                List.of("experiment", "result"),
                results.stream().map(one -> List.of(one.name(), one.verdict())).toList()));
        for (ExperimentResult one : results) page.link("Report of " + one.name(), one.name() + "/report.html");
        return page.heading("Environment").facts(machine).html();
    }
}
