package vesper.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import vesper.launcher.settings.WrongSettingException;

/**
 * Tests Vesper or one package. The script handles {@code vesper test} itself; this command provides the help and works
 * when the jar is started directly.
 */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "The whole check of Vesper: compile, lint, every test. Or the tests of one package.",
            "",
            "A package is looked for in the folder that run would serve here."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper test                        everything",
            "  vesper test -pl rest,codec         the tests of two modules",
            "  vesper test -Dtest=Routing*        the test classes of these names",
            "  vesper test --times                everything, and where the time went",
            "  vesper test --long                 the long form of every test; it takes hours",
            "  vesper test --package orders       what is in packages/orders/test, against a server on a free port"
        })
final class TestCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--package", paramLabel = "NAME", description = "Runs the tests of this package alone.")
    private @Nullable String packageName;

    @Mixin
    private PackagesOptions packages = new PackagesOptions();

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Handed on to the check, see the examples.")
    private List<String> arguments = new ArrayList<>();

    TestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, IOException, InterruptedException {
        if (packageName != null) {
            Path folder = new ChosenPackages(surroundings).of(packages);
            return new PackageTestRun(surroundings, folder, packages.config())
                    .run(packageName)
                    .number();
        }
        if (packages.packages().isPresent() || packages.config().isPresent())
            throw new ParameterException(
                    spec.commandLine(),
                    "--packages and --config are for the test of a package: --package NAME is missing");
        Path home = surroundings
                .home()
                .orElseThrow(() -> new CommandFailedException(
                        ExitCode.FAILED, "only ./vesper test, in the folder of the sources, can do this"));
        List<String> command =
                new ArrayList<>(List.of(home.resolve("scripts/test.sh").toString(), home.toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0
                ? ExitCode.DONE.number()
                : ExitCode.FAILED.number();
    }
}
