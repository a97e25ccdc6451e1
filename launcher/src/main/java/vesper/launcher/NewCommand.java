package vesper.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import vesper.hosting.DiskFailure;
import vesper.hosting.PackageSkeleton;
import vesper.launcher.settings.WrongSettingException;

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
            description = "Folder with the packages (packages.path; default: the one that run would serve here).")
    private @Nullable String packages;

    @Option(names = "--config", paramLabel = "FILE", description = "The file that the server is started with.")
    private @Nullable Path config;

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
    public Integer call() throws CommandFailedException, WrongSettingException {
        Path into = new ChosenPackages(surroundings).of(packages, config);
        switch (create(into)) {
            case PackageSkeleton.Outcome.Created(var folder, var files) -> sayCreated(folder, files);
            case PackageSkeleton.Outcome.BadName(var bad, var reason) ->
                throw new CommandFailedException(ExitCode.USAGE, "no package can be called " + bad + ": " + reason);
            case PackageSkeleton.Outcome.Taken(var folder) ->
                throw new CommandFailedException(ExitCode.FAILED, folder + " is there already, nothing was changed");
        }
        return ExitCode.DONE.number();
    }

    private PackageSkeleton.Outcome create(Path into) throws CommandFailedException {
        try {
            return new PackageSkeleton(into).create(name, written.language());
        } catch (IOException e) {
            throw new CommandFailedException(
                    ExitCode.FAILED, "cannot make " + into.resolve(name) + ": " + DiskFailure.reason(e));
        }
    }

    private void sayCreated(Path folder, List<Path> files) {
        files.forEach(surroundings.out()::println);
        surroundings.out().flush();
        String elsewhere = (packages == null ? "" : " --packages " + packages);
        String withFile = config == null ? elsewhere : " --config " + config + elsewhere;
        surroundings.err().println("made " + folder + "; a running server has it already, else: vesper run" + withFile);
        surroundings
                .err()
                .println("then: curl http://127.0.0.1:8080/api/" + name + "   and: vesper test --package " + name
                        + withFile);
    }
}
