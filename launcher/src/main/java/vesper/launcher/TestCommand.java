package vesper.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The script does this itself; here it is for the help, and for who starts the jar by hand. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = "The whole check of Vesper: compile, lint, every test.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper test                     everything",
            "  vesper test -pl codec -am       one module and what it is built on"
        })
final class TestCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(arity = "0..*", paramLabel = "MAVEN-ARGUMENT", description = "Handed on to Maven.")
    private List<String> arguments = new ArrayList<>();

    TestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, IOException, InterruptedException {
        Path home = surroundings
                .home()
                .orElseThrow(() -> new CommandFailedException(
                        ExitCode.FAILED, "only ./vesper test, in the folder of the sources, can do this"));
        List<String> command = new ArrayList<>(List.of(home.resolve("mvnw").toString(), "-B", "-f", home.toString()));
        command.addAll(arguments);
        command.add("verify");
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0
                ? ExitCode.DONE.number()
                : ExitCode.FAILED.number();
    }
}
