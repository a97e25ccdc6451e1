package vesper.launcher;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import vesper.rest.names.Nearest;

/** Says what is wrong with a command line, what was probably meant, and where the help is. */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("vesper: "
                + (e instanceof UnmatchedArgumentException unmatched ? messageOf(unmatched) : e.getMessage()));
        err.println("see " + line.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE.number();
    }

    private static String messageOf(UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (first.startsWith("-"))
            return "unknown option " + first + Nearest.suggestion(nameOf(first), optionsOf(spec));
        if (spec.parent() == null) return "unknown command " + first + Nearest.suggestion(first, commandNames());
        return "unexpected argument " + first;
    }

    /** {@code --prot} of {@code --prot=80}. */
    private static String nameOf(String argument) {
        int mark = argument.indexOf('=');
        return mark < 0 ? argument : argument.substring(0, mark);
    }

    private static List<String> optionsOf(CommandSpec spec) {
        return spec.options().stream().map(OptionSpec::longestName).toList();
    }

    private static List<String> commandNames() {
        return Arrays.stream(Subcommand.values()).map(Subcommand::text).toList();
    }
}
