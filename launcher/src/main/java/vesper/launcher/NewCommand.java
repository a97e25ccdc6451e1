package vesper.launcher;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description = "Makes a package: a folder with a first service in it.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper new orders                          packages/orders",
            "  vesper new orders --packages ~/services    in another folder of packages"
        })
final class NewCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "NAME", description = "Name of the package: letters, digits and hyphens.")
    private String name = "";

    @Option(
            names = "--packages",
            paramLabel = "DIR",
            description = "Folder with the packages (default: ${DEFAULT-VALUE}).",
            defaultValue = "packages")
    private Path packages = Path.of("packages");

    NewCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.out().println(packages.resolve(name));
        return ExitCode.DONE.number();
    }
}
