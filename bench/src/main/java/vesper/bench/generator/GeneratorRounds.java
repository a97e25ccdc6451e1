package vesper.bench.generator;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import vesper.bench.Progress;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.Rehearsal;
import vesper.bench.process.CpuTime;
import vesper.bench.report.Figure;

/**
 * The runs of the experiment. First comes an unrecorded run of each pair of driver and server, which warms our own
 * generator and the servers. Then follow rounds, in each of which each driver drives every server, in a new random
 * order.
 */
final class GeneratorRounds {
    private record Match(Target target, URI address, Driver driver) {}

    private final List<Driver> drivers;
    private final Map<Target, URI> servers;
    private final Random random;
    private final Progress progress;
    /** Rate that our own generator reached on each server in the unrecorded run. */
    private final Map<Target, Double> expected = new EnumMap<>(Target.class);

    /** @param servers addresses of the servers that are up; others are not driven */
    GeneratorRounds(List<Driver> drivers, Map<Target, URI> servers, Random random, Progress progress) {
        this.drivers = drivers;
        this.servers = servers;
        this.random = random;
        this.progress = progress;
    }

    void record(int rounds, Duration length, GeneratorFindings findings) throws IOException, InterruptedException {
        List<Match> matches = new ArrayList<>();
        servers.forEach(
                (target, address) -> drivers.forEach(driver -> matches.add(new Match(target, address, driver))));
        progress.expect((rounds + 1) * matches.size());
        Rehearsal.run();
        for (Match match : matches) warm(match, length);
        findings.recordBefore(CpuTime.of(ProcessHandle.current().pid()).totalMicros() / 1e6);
        for (int round = 1; round <= rounds; round++) {
            Collections.shuffle(matches, random);
            for (Match match : matches) {
                var run = new DriverRun(round, match.target(), match.driver().name(), drive(match, length));
                findings.record(run);
                report(run, rounds);
            }
        }
    }

    /** Runs a pair for the first time. Our own generator comes first and sets the expected rate. */
    private void warm(Match match, Duration length) throws IOException, InterruptedException {
        Driver.Run run = drive(match, length);
        expected.putIfAbsent(match.target(), run.load().requestsPerSecond());
        progress.step(
                match.driver().name() + " has warmed up on " + match.target().label());
    }

    private Driver.Run drive(Match match, Duration length) throws IOException, InterruptedException {
        Target target = match.target();
        HttpTarget address = HttpTarget.of(match.address());
        return match.driver().drive(address, target.connections(), length, expected.getOrDefault(target, 0.0));
    }

    private void report(DriverRun run, int rounds) {
        progress.step(String.format(
                Locale.ROOT,
                "round %d of %d: %s on %s, %,.0f requests/s, %s µs CPU per request, %d errors",
                run.round(),
                rounds,
                run.driver(),
                run.target().label(),
                run.rate(),
                Figure.of(run.cpuMicrosPerRequest()),
                run.errors()));
    }
}
