package vesper.launcher;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import vesper.launcher.settings.Nearest;
import vesper.launcher.settings.WrongSettingException;

/** Turns what commands throw into one line on the standard error and an exit code. */
final class CommandErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        String message = e instanceof UnmatchedArgumentException unmatched ? messageOf(unmatched) : String.valueOf(e.getMessage());
        say(line, message);
        line.getErr().println("see " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.number();
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
        return switch (e) {
            case CommandFailedException failure -> {
                say(line, String.valueOf(failure.getMessage()));
                yield failure.exitCode().number();
            }
            case WrongSettingException wrong -> {
                say(line, String.valueOf(wrong.getMessage()));
                yield ExitCode.USAGE.number();
            }
            default -> {
                say(line, "this is a mistake in Vesper itself: " + e);
                e.printStackTrace(line.getErr());
                yield ExitCode.FAILED.number();
            }
        };
    }

    private static void say(CommandLine line, String message) {
        PrintWriter err = line.getErr();
        err.println("vesper: " + message);
        err.flush();
    }

    private static String messageOf(UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (first.startsWith("-")) return "unknown option " + first + Nearest.suggestion(first, optionsOf(spec));
        if (spec.parent() == null) return "unknown command " + first + Nearest.suggestion(first, commandNames());
        return "unexpected argument " + String.join(" ", e.getUnmatched());
    }

    private static Collection<String> optionsOf(CommandSpec spec) {
        return spec.options().stream().map(option -> option.longestName()).collect(Collectors.toList());
    }

    private static List<String> commandNames() {
        return List.of(Subcommand.values()).stream().map(Subcommand::text).toList();
    }
}
