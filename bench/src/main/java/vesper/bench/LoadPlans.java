package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.load.Arrivals;
import vesper.bench.load.Checks;
import vesper.bench.load.CsvTable;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadRequest;
import vesper.bench.load.Mix;

/**
 * Converts the user's options to a plan. Options that contradict each other cause an {@link IllegalArgumentException}
 * whose message explains why.
 */
final class LoadPlans {
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);
    private static final long MAX_FILE_BYTES = 64L * 1024 * 1024;

    private LoadPlans() {}

    static LoadPlan of(LoadOptions options) throws IOException {
        LoadOptions.Sockets sockets = options.sockets();
        LoadPlan plan = limited(options)
                .withMix(mix(options.request(), options.pace().seed()))
                .withChecks(checks(options.expected()))
                .withKeepAlive(sockets.keepAlive())
                .withSources(sockets.sources())
                .withThreads(sockets.threads());
        if (sockets.timeout().isPresent())
            plan = plan.withTimeout(sockets.timeout().get());
        return paced(plan, options.pace()).withPipelining(sockets.pipelining());
    }

    private static LoadPlan limited(LoadOptions options) {
        HttpTarget target = HttpTarget.of(options.url());
        int connections = options.sockets().connections();
        Optional<Duration> duration = options.limit().duration();
        if (options.limit().requests().isEmpty()) {
            return LoadPlan.closedLoop(target, connections, duration.orElse(DEFAULT_DURATION));
        }
        LoadPlan counted =
                LoadPlan.count(target, connections, options.limit().requests().getAsLong());
        return duration.map(counted::withDuration).orElse(counted);
    }

    private static Mix mix(LoadOptions.RequestOptions options, long seed) throws IOException {
        CsvTable data =
                options.data().isPresent() ? CsvTable.parse(read(options.data().get())) : CsvTable.NONE;
        List<Mix.Weighted> requests =
                options.urls().isPresent() ? listed(options.urls().get(), options.fields()) : List.of(one(options));
        return new Mix(requests, data, seed);
    }

    private static Mix.Weighted one(LoadOptions.RequestOptions options) throws IOException {
        byte[] body = options.body().isPresent() ? read(options.body().get()) : new byte[0];
        String method = options.method()
                .map(name -> name.toUpperCase(Locale.ROOT))
                .orElse(options.body().isPresent() ? "POST" : "GET");
        LoadRequest request = LoadRequest.of(method, body).withFields(options.fields());
        return new Mix.Weighted(1, options.isTemplate() ? request.asTemplate() : request);
    }

    /**
     * Parses lines of the form {@code WEIGHT METHOD PATH [FILE]}. Empty lines and those that start with # are skipped.
     * FILE is relative to the folder of the list, and its placeholders are filled in.
     */
    private static List<Mix.Weighted> listed(Path list, List<String> fields) throws IOException {
        List<Mix.Weighted> requests = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(list)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) continue;
            try {
                requests.add(listed(line.strip().split("\\s+"), list, fields));
            } catch (IllegalArgumentException mistake) {
                throw new IllegalArgumentException(list + ", line " + number + ": " + mistake.getMessage(), mistake);
            }
        }
        if (requests.isEmpty()) throw new IllegalArgumentException(list + " lists no request");
        return requests;
    }

    private static Mix.Weighted listed(String[] words, Path list, List<String> fields) throws IOException {
        boolean isWeight = words[0].matches("\\d{1,7}");
        if (!isWeight || words.length < 3 || words.length > 4) {
            throw new IllegalArgumentException("expected WEIGHT METHOD PATH [FILE]");
        }
        byte[] body = words.length == 4 ? read(list.resolveSibling(words[3])) : new byte[0];
        LoadRequest request = LoadRequest.of(words[1].toUpperCase(Locale.ROOT), body)
                .withPath(words[2])
                .withFields(fields)
                .asTemplate();
        return new Mix.Weighted(Integer.parseInt(words[0]), request);
    }

    private static Checks checks(LoadOptions.Expected expected) throws IOException {
        Optional<byte[]> body = Optional.empty();
        if (expected.body().isPresent()) body = Optional.of(read(expected.body().get()));
        return new Checks(expected.status(), expected.bodyBytes(), body);
    }

    private static LoadPlan paced(LoadPlan plan, LoadOptions.Pace pace) {
        if (pace.ratePerSecond().isEmpty()) {
            if (pace.calls().isPresent())
                throw new IllegalArgumentException("calls on each connection need a rate of connections");
            if (pace.isPoisson()) throw new IllegalArgumentException("Poisson arrivals need a rate");
            return plan;
        }
        double rate = pace.ratePerSecond().getAsDouble();
        LoadPlan paced = plan.withArrivals(new Arrivals(rate, pace.isPoisson(), pace.seed()));
        return pace.calls().isPresent() ? paced.withCalls(pace.calls().getAsInt()) : paced;
    }

    private static byte[] read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(file + " has more than " + MAX_FILE_BYTES + " bytes");
        }
        return Files.readAllBytes(file);
    }
}
