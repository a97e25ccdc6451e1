package vesper.launcher;

import java.util.List;
import java.util.Optional;

/** Entry point of the program: {@code java -jar vesper-launcher.jar run}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        CommandContext context = CommandContext.ofProcess();
        int exitCode = run(context, arguments);
        context.out().flush();
        context.err().flush();
        System.exit(exitCode);
    }

    /** Runs one command to completion and returns its exit code. */
    static int run(CommandContext context, String... arguments) {
        List<String> words = List.of(arguments);
        Optional<RunOptions> quick = !words.isEmpty() && words.getFirst().equals(Subcommand.RUN.text())
                ? RunOptions.ofWellFormed(words.subList(1, words.size()))
                : Optional.empty();
        return quick.isPresent()
                ? serve(context, quick.get())
                : VesperCommand.line(context, arguments).execute(arguments);
    }

    private static int serve(CommandContext context, RunOptions options) {
        CommandErrors errors = new CommandErrors(context.err());
        try {
            return new ServerRun(context).run(options).number();
        } catch (Exception e) {
            return errors.exitCodeOf(e);
        }
    }
}
