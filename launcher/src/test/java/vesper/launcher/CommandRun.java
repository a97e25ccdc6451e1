package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import vesper.launcher.server.StopSignal;

/**
 * The result of a command that ran in this process.
 *
 * @param out its standard output
 * @param err its standard error
 */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... arguments) {
        return in(Map.of(), arguments);
    }

    static CommandRun in(Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext context = new CommandContext(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                environment,
                Optional.empty(),
                "vesper",
                StopSignal.byHand());
        int exitCode = Main.run(context, arguments);
        return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }
}
