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
            "Runs the whole check of Vesper (compile, lint, every test), or the tests of one package.",
            "",
            "Packages are searched in the folder that run would serve here."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper test                        everything",
            "  vesper test -pl rest,codec         the tests of two modules",
            "  vesper test -Dtest=Routing*        the test classes of these names",
            "  vesper test --times                everything, with a report of times",
            "  vesper test --long                 the long form of every test; it takes hours",
            "  vesper test --package orders       what is in packages/orders/test, against a server on a free port"
        })
final class TestCommand implements Callable<Integer> {
    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--package", paramLabel = "NAME", description = "Runs the tests of this package alone.")
    private @Nullable String packageName;

    @Mixin
    private PackagesOptions packages = new PackagesOptions();

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Passed to the check; see the examples.")
    private List<String> arguments = new ArrayList<>();

    TestCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, IOException, InterruptedException {
        if (packageName != null) {
            Path folder = new ChosenPackages(context).of(packages);
            return new PackageTestRun(context, folder, packages.config())
                    .run(packageName)
                    .number();
        }
        if (packages.packages().isPresent() || packages.config().isPresent())
            throw new ParameterException(spec.commandLine(), "--packages and --config require --package NAME");
        Path home = context.home()
                .orElseThrow(() -> new CommandFailedException(
                        ExitCode.FAILED, "only ./vesper test in the source folder can run the whole check"));
        List<String> command =
                new ArrayList<>(List.of(home.resolve("scripts/test.sh").toString(), home.toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0
                ? ExitCode.DONE.number()
                : ExitCode.FAILED.number();
    }
}
