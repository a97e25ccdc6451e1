package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import vesper.bench.design.Factor;
import vesper.bench.design.Factor.Choice;
import vesper.bench.experiments.FactorsSetup.RequestSetup;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;

/**
 * The factors that can be varied, by name:
 *
 * <pre>
 * connections, pipelining, threads, rate   numbers, of the client; rate 0 is a closed loop
 * keep-alive                               on or off
 * arrivals                                 constant or poisson, for requests at a rate
 * method, path                             as in the request line
 * body                                     a file; none for no body
 * server                                   vesper, or another one that answers hello
 * monitor, tracker                         on or off
 * heap                                     the value of -Xmx
 * jvm                                      a flag of java; none for no flag
 * revision                                 of git, in this repository
 * any other name                           a setting of the server
 * </pre>
 *
 * Those from {@code monitor} on apply to Vesper only.
 */
final class FactorNames {
    static final String SERVER = "server";
    static final String ARRIVALS = "arrivals";
    static final String RATE = "rate";

    static final List<String> OF_THE_CLIENT =
            List.of("connections", "pipelining", "threads", RATE, "keep-alive", ARRIVALS, "method", "path", "body");
    static final List<String> OF_VESPER = List.of("monitor", "tracker", "heap", "jvm", "revision");

    private static final String ON = "on";
    private static final String NONE = "none";
    private static final long MAX_BODY_BYTES = 16 << 20;

    private final ServerSpecs serverSpecs;
    private final boolean needsAll;

    /** @param needsAll true if the arms need every value of a factor */
    FactorNames(ServerSpecs serverSpecs, boolean needsAll) {
        this.serverSpecs = serverSpecs;
        this.needsAll = needsAll;
    }

    /** Returns the part of {@code NAME=VALUE,VALUE} before the first {@code =}. */
    static String nameOf(String text) {
        return text.substring(0, Math.max(0, text.indexOf('=')));
    }

    /** Returns whether only Vesper has this factor. */
    static boolean isOfVesper(String name) {
        return !name.equals(SERVER) && !OF_THE_CLIENT.contains(name);
    }

    /**
     * Parses a factor. A server that is not available is left out, and {@link ServerSpecs} records that.
     *
     * @param text {@code NAME=VALUE,VALUE…}
     * @return empty if the base is not available, or if any value is not although all are needed
     * @throws IllegalArgumentException if the text is invalid, with the reason
     */
    Optional<Factor<FactorsSetup>> parse(String text) throws IOException, InterruptedException {
        String name = nameOf(text);
        if (name.isEmpty() || name.length() == text.length() - 1) {
            throw new IllegalArgumentException("factor \"" + text + "\" is not like NAME=VALUE,VALUE");
        }
        List<Choice<FactorsSetup>> choices = new ArrayList<>();
        List<String> values = List.of(text.substring(name.length() + 1).split(",", -1));
        for (String value : values) {
            if (name.equals(SERVER)) server(value).ifPresent(choices::add);
            else choices.add(choice(name, value));
        }
        boolean isLacking = choices.isEmpty()
                || !choices.getFirst().value().equals(displayed(name, values.getFirst()))
                || (needsAll && choices.size() < values.size());
        return isLacking ? Optional.empty() : Optional.of(new Factor<>(name, choices));
    }

    /** Returns the value for the names of arms and for reports, without secrets. */
    private String displayed(String name, String value) {
        return serverSpecs.redactor().valueOf(name, value);
    }

    private Choice<FactorsSetup> choice(String name, String value) throws IOException, InterruptedException {
        Choice<FactorsSetup> plain = plain(name, value);
        return new Choice<>(displayed(name, value), plain.applied());
    }

    private Choice<FactorsSetup> plain(String name, String value) throws IOException, InterruptedException {
        return switch (name) {
            case "connections" -> {
                int count = number(name, value);
                yield driven(value, drive -> drive.withConnections(count));
            }
            case "pipelining" -> {
                int depth = number(name, value);
                yield driven(value, drive -> drive.withPipelining(depth));
            }
            case "threads" -> {
                int threads = number(name, value);
                yield driven(value, drive -> drive.withThreads(threads));
            }
            case RATE -> {
                int rate = number(name, value);
                yield changedRequest(value, request -> request.withRate(rate));
            }
            case "keep-alive" -> {
                boolean isOn = isOn(name, value);
                yield driven(value, drive -> drive.withKeepAlive(isOn));
            }
            case ARRIVALS -> {
                requireOneOf(name, value, Set.of("constant", "poisson"));
                yield changedRequest(value, request -> request.withPoisson(value.equals("poisson")));
            }
            case "method" -> changedRequest(value, request -> request.withMethod(value));
            case "path" -> {
                if (!value.startsWith("/") || value.startsWith("//")) {
                    throw new IllegalArgumentException("path " + value + " must start with a single /");
                }
                yield driven(value, drive -> drive.withPath(value));
            }
            case "body" -> {
                Optional<byte[]> body = value.equals(NONE) ? Optional.empty() : Optional.of(read(Path.of(value)));
                yield changedRequest(value, request -> request.withBody(body));
            }
            case "monitor" -> {
                boolean isOn = isOn(name, value);
                yield started(value, vesper -> ServerSpecs.withMonitor(vesper, isOn));
            }
            case "tracker" -> {
                boolean isOn = isOn(name, value);
                yield started(value, vesper -> ServerSpecs.withTracker(vesper, isOn));
            }
            case "heap" -> started(value, vesper -> ServerSpecs.flag(vesper, "-Xmx" + value));
            case "jvm" -> started(value, vesper -> value.equals(NONE) ? vesper : ServerSpecs.flag(vesper, value));
            case "revision" -> {
                Path checkout = serverSpecs.revision(value);
                yield started(value, vesper -> vesper.withProgram(checkout.resolve("vesper"), checkout));
            }
            default -> started(value, vesper -> ServerSpecs.setting(vesper, name, value));
        };
    }

    private Optional<Choice<FactorsSetup>> server(String value) throws InterruptedException {
        // Other factors, before or after this one, may change how Vesper is started.
        if (value.equals(ServerSpecs.VESPER)) return Optional.of(started(value, UnaryOperator.identity()));
        return new HelloServers(serverSpecs, OptionalInt.empty()).create(value).map(peer -> started(value, _ -> peer));
    }

    private static Choice<FactorsSetup> driven(String value, UnaryOperator<LoadSpec> change) {
        return new Choice<>(value, setup -> setup.changeLoad(change));
    }

    private static Choice<FactorsSetup> changedRequest(String value, UnaryOperator<RequestSetup> change) {
        return new Choice<>(value, setup -> setup.changeRequest(change));
    }

    private static Choice<FactorsSetup> started(String value, UnaryOperator<ServerSpec> change) {
        return new Choice<>(value, setup -> setup.with(change));
    }

    private static byte[] read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) throw new IllegalArgumentException("factor body: file not found: " + file);
        if (Files.size(file) > MAX_BODY_BYTES) {
            throw new IllegalArgumentException("factor body: " + file + " is over " + MAX_BODY_BYTES + " bytes");
        }
        return Files.readAllBytes(file);
    }

    private static boolean isOn(String name, String value) {
        requireOneOf(name, value, Set.of(ON, "off"));
        return value.equals(ON);
    }

    private static void requireOneOf(String name, String value, Set<String> values) {
        if (!values.contains(value)) {
            throw new IllegalArgumentException("factor " + name + " is "
                    + String.join(" or ", values.stream().sorted().toList()) + ", not " + value);
        }
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseUnsignedInt(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("factor " + name + " needs a number, not " + value, wrong);
        }
    }
}
