package vesper.launcher;

import java.util.List;
import java.util.Optional;

/** Entry point of the program: {@code java -jar vesper-launcher.jar run}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Surroundings surroundings = Surroundings.ofProcess();
        int exitCode = run(surroundings, arguments);
        surroundings.out().flush();
        surroundings.err().flush();
        System.exit(exitCode);
    }

    /** Runs one command to completion and returns its exit code. */
    static int run(Surroundings surroundings, String... arguments) {
        List<String> words = List.of(arguments);
        Optional<RunOptions> quick = !words.isEmpty() && words.getFirst().equals(Subcommand.RUN.text())
                ? RunOptions.ofWellFormed(words.subList(1, words.size()))
                : Optional.empty();
        return quick.isPresent()
                ? serve(surroundings, quick.get())
                : VesperCommand.line(surroundings, arguments).execute(arguments);
    }

    private static int serve(Surroundings surroundings, RunOptions options) {
        CommandErrors errors = new CommandErrors(surroundings.err());
        try {
            return new Serving(surroundings).run(options).number();
        } catch (Exception e) {
            return errors.exitCodeOf(e);
        }
    }
}
