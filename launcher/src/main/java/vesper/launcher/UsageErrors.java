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

/** Reports an invalid command line, the option or command that was probably meant, and how to get help. */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(
                "vesper: " + (e instanceof UnmatchedArgumentException unmatched ? messageOf(unmatched) : messageOf(e)));
        err.println("see " + line.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE.number();
    }

    /** Returns the message without the prefix that picocli adds to some of them. */
    private static String messageOf(ParameterException e) {
        return String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
    }

    private static String messageOf(UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (first.startsWith("-")) return "unknown option " + first + suggestion(first, spec);
        if (spec.parent() == null) return "unknown command " + first + Nearest.suggestion(first, commandNames());
        return "unexpected argument " + first;
    }

    /** Returns a hint. If no option has a similar name, the argument may be a query that starts with a hyphen. */
    private static String suggestion(String first, CommandSpec spec) {
        String near = Nearest.suggestion(nameOf(first), optionsOf(spec));
        boolean takesQuery = spec.positionalParameters().stream()
                .anyMatch(one -> one.paramLabel().equals(RecordsCommand.QUERY));
        if (!near.isEmpty() || !takesQuery) return near;
        return "; put a query that starts with - after --, as in -- '" + first + "', or is written NOT "
                + first.replaceFirst("^-+", "");
    }

    /** Returns the name of an option: {@code --prot} for {@code --prot=80}. */
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
