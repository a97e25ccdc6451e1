package vesper.bench.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import vesper.bench.design.Factor;

/**
 * What may be varied, by name:
 *
 * <pre>
 * connections, pipelining, rate   numbers, of the client; rate 0 is a closed loop
 * keep-alive, monitor, tracker    on or off
 * heap                            as of -Xmx
 * jvm                             a flag of java; none for none
 * revision                        of git, in this repository
 * any other name                  a setting of the server
 * </pre>
 */
final class FactorNames {
    private static final String ON = "on";

    private final Workshop workshop;

    FactorNames(Workshop workshop) {
        this.workshop = workshop;
    }

    /**
     * @param text {@code NAME=VALUE,VALUE…}
     * @throws IllegalArgumentException with what is wrong with it
     */
    Factor<FactorsSetup> parse(String text) throws IOException, InterruptedException {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("factor \"" + text + "\" is not like NAME=VALUE,VALUE");
        }
        String name = text.substring(0, equals);
        List<Factor.Choice<FactorsSetup>> choices = new ArrayList<>();
        for (String value : text.substring(equals + 1).split(",", -1)) choices.add(choice(name, value));
        return new Factor<>(name, choices);
    }

    private Factor.Choice<FactorsSetup> choice(String name, String value) throws IOException, InterruptedException {
        return switch (name) {
            case "connections" -> {
                int count = number(name, value);
                yield new Factor.Choice<>(value, setup -> setup.driven(drive -> drive.withConnections(count)));
            }
            case "pipelining" -> {
                int depth = number(name, value);
                yield new Factor.Choice<>(value, setup -> setup.driven(drive -> drive.withPipelining(depth)));
            }
            case "rate" -> {
                int rate = number(name, value);
                yield new Factor.Choice<>(
                        value, setup -> rate == 0 ? setup : setup.driven(drive -> drive.withRate(rate)));
            }
            case "keep-alive" -> {
                boolean isOn = isOn(name, value);
                yield new Factor.Choice<>(value, setup -> setup.driven(drive -> drive.withKeepAlive(isOn)));
            }
            case "monitor" -> {
                boolean isOn = isOn(name, value);
                yield new Factor.Choice<>(value, setup -> setup.with(vesper -> Workshop.monitored(vesper, isOn)));
            }
            case "tracker" -> {
                boolean isOn = isOn(name, value);
                yield new Factor.Choice<>(value, setup -> setup.with(vesper -> Workshop.tracked(vesper, isOn)));
            }
            case "heap" ->
                new Factor.Choice<>(value, setup -> setup.with(vesper -> Workshop.flag(vesper, "-Xmx" + value)));
            case "jvm" ->
                new Factor.Choice<>(
                        value,
                        setup -> setup.with(vesper -> value.equals("none") ? vesper : Workshop.flag(vesper, value)));
            case "revision" -> {
                Path checkout = workshop.revision(value);
                yield new Factor.Choice<>(
                        value, setup -> setup.with(vesper -> vesper.withProgram(checkout.resolve("vesper"), checkout)));
            }
            default -> new Factor.Choice<>(value, setup -> setup.with(vesper -> Workshop.setting(vesper, name, value)));
        };
    }

    private static boolean isOn(String name, String value) {
        if (!value.equals(ON) && !value.equals("off")) {
            throw new IllegalArgumentException("factor " + name + " is on or off, not " + value);
        }
        return value.equals(ON);
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseUnsignedInt(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("factor " + name + " is a number, not " + value, wrong);
        }
    }
}
