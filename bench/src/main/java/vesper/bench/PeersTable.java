package vesper.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import vesper.bench.report.Figure;
import vesper.bench.report.TextTable;

/** The result for a terminal: one line per arm, then the bars, then what a reader must not overlook. */
final class PeersTable {
    private PeersTable() {}

    static String of(PeersResult result) {
        String bars = result.bars().isEmpty() ? "" : "\n" + bars(result);
        String remarks = remarks(result).stream().map(remark -> remark + "\n").collect(Collectors.joining());
        return arms(result) + bars + "\n" + remarks;
    }

    /** Also shown in the report, so that nobody has to compare the two. */
    static List<String> remarks(PeersResult result) {
        Findings findings = result.findings();
        List<String> remarks = new ArrayList<>();
        remarks.add("Medians of " + result.setting().scale().rounds() + " interleaved rounds under "
                + result.setting().engine() + ", " + result.setting().workload().connections()
                + " connections; ratios are medians of the ratios within each round.");
        result.setting().ioThreads().ifPresent(threads -> remarks.add("I/O threads of every server: " + threads + "."));
        if (result.setting().engine().startsWith("own")) {
            remarks.add("The bars are defined under wrk, which was not used; the generator's own cost differs.");
        }
        if (result.setting().scale().run().compareTo(Scale.QUICK.run()) < 0) {
            remarks.add("Runs shorter than " + Scale.QUICK.run().toSeconds()
                    + " s: the bars mean little, since one pause decides a run.");
        }
        findings.leftOut().forEach(arm -> remarks.add("Left out: " + arm.name() + ", " + arm.why()));
        findings.brokenOff().ifPresent(why -> remarks.add("Broken off: " + why));
        result.arms().stream()
                .filter(arm -> arm.warmth().isPresent() && !arm.warmth().get().stable())
                .forEach(arm ->
                        remarks.add("Not stable after its warm-up: " + arm.arm().name()));
        result.arms().stream()
                .filter(arm -> arm.errors() > 0)
                .forEach(arm ->
                        remarks.add(arm.errors() + " errors: " + arm.arm().name()));
        return remarks;
    }

    private static String arms(PeersResult result) {
        var table = new TextTable(
                "arm",
                "req/s",
                "p50 µs",
                "p99 µs",
                "CPU µs/req",
                "user",
                "system",
                "CPU × floor",
                "req/s × floor",
                "RSS MiB");
        for (ArmSummary arm : result.arms()) {
            table.row(
                    arm.arm().label(),
                    Figure.of(arm.rate().median()),
                    Figure.of(arm.p50().median()),
                    Figure.of(arm.p99().median()),
                    Figure.of(arm.cpu().median()),
                    Figure.of(arm.userCpu().median()),
                    Figure.of(arm.systemCpu().median()),
                    Figure.of(arm.cpuToFloor().median()),
                    Figure.of(arm.rateToFloor().median()),
                    Figure.of(arm.memory().median()));
        }
        return table.text();
    }

    private static String bars(PeersResult result) {
        var table = new TextTable("bar", "wanted", "measured", "");
        result.bars().forEach(bar -> table.row(bar.what(), bar.bar(), bar.measured(), bar.verdict()));
        return table.text();
    }
}
