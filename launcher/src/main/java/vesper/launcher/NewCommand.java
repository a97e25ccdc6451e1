package vesper.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import vesper.hosting.DiskFailure;
import vesper.hosting.PackageSkeleton;

@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description = "Makes a package: a folder with a first service in it.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper new orders                          packages/orders, in Groovy",
            "  vesper new orders --java                   the same in Java",
            "  vesper test --package orders               runs its test",
            "  vesper new orders --packages ~/services    in another folder of packages"
        })
final class NewCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "NAME", description = "Name of the package: lower-case letters, digits and hyphens.")
    private String name = "";

    @Option(
            names = "--packages",
            paramLabel = "DIR",
            description = "Folder with the packages (default: ${DEFAULT-VALUE}).",
            defaultValue = "packages")
    private Path packages = Path.of("packages");

    @ArgGroup
    private Written written = new Written();

    /** One of two. */
    static final class Written {
        @Option(names = "--groovy", description = "Writes the service and its test in Groovy, as is the default.")
        private boolean groovy;

        @Option(names = "--java", description = "Writes them in Java.")
        private boolean java;

        PackageSkeleton.Language language() {
            return java && !groovy ? PackageSkeleton.Language.JAVA : PackageSkeleton.Language.GROOVY;
        }
    }

    NewCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException {
        switch (create()) {
            case PackageSkeleton.Outcome.Created(var folder, var files) -> sayCreated(folder, files);
            case PackageSkeleton.Outcome.BadName(var bad, var reason) ->
                throw new CommandFailedException(ExitCode.USAGE, "no package can be called " + bad + ": " + reason);
            case PackageSkeleton.Outcome.Taken(var folder) ->
                throw new CommandFailedException(ExitCode.FAILED, folder + " is there already, nothing was changed");
        }
        return ExitCode.DONE.number();
    }

    private PackageSkeleton.Outcome create() throws CommandFailedException {
        try {
            return new PackageSkeleton(packages).create(name, written.language());
        } catch (IOException e) {
            throw new CommandFailedException(
                    ExitCode.FAILED, "cannot make " + packages.resolve(name) + ": " + DiskFailure.reason(e));
        }
    }

    private void sayCreated(Path folder, List<Path> files) {
        files.forEach(surroundings.out()::println);
        surroundings.out().flush();
        String elsewhere = packages.equals(Path.of("packages")) ? "" : " --packages " + packages;
        surroundings
                .err()
                .println("made " + folder + "; a running server has it already, else: vesper run" + elsewhere);
        surroundings
                .err()
                .println("then: curl http://127.0.0.1:8080/api/" + name + "   and: vesper test --package " + name
                        + elsewhere);
    }
}
