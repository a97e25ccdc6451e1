package vesper.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import vesper.hosting.DiskFailure;
import vesper.hosting.PackageSkeleton;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.ShellWord;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a package: a folder with a first service.",
            "",
            "It is created in the folder of packages, by default ./packages, which is created if it is missing."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper new orders                          packages/orders below this folder, in Groovy",
            "  vesper new orders --java                   the same in Java",
            "  vesper test --package orders               runs its test",
            "  vesper new orders --packages ~/services    in another folder of packages"
        })
final class NewCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the package: lower-case letters, digits and hyphens.")
    private String name = "";

    @Mixin
    private PackagesOptions packages = new PackagesOptions();

    @ArgGroup
    private LanguageOptions written = new LanguageOptions();

    /** Options of which at most one is given. */
    static final class LanguageOptions {
        @Option(names = "--groovy", description = "Writes the service and its test in Groovy (default).")
        private boolean groovy;

        @Option(names = "--java", description = "Writes them in Java.")
        private boolean java;

        PackageSkeleton.Language language() {
            return java && !groovy ? PackageSkeleton.Language.JAVA : PackageSkeleton.Language.GROOVY;
        }
    }

    NewCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException {
        Settings settings = new ChosenPackages(context).settings(packages);
        // Never the shipped packages, which run serves by default: a new package belongs in the user's own folder.
        Path into = settings.get(Keys.PACKAGES);
        boolean isFirst = !Files.isDirectory(into);
        switch (create(into)) {
            case PackageSkeleton.Outcome.Created(var folder, var files) -> {
                files.forEach(context.out()::println);
                context.out().flush();
                advise(folder, isFirst, ServerAddress.of(settings));
            }
            case PackageSkeleton.Outcome.BadName(var bad, var reason) ->
                throw new CommandFailedException(ExitCode.USAGE, "invalid package name " + bad + ": " + reason);
            case PackageSkeleton.Outcome.FolderExists(var folder) ->
                throw new CommandFailedException(ExitCode.FAILED, folder + " already exists; nothing was changed");
        }
        return ExitCode.DONE.number();
    }

    private PackageSkeleton.Outcome create(Path into) throws CommandFailedException {
        try {
            return new PackageSkeleton(into).create(name, written.language());
        } catch (IOException e) {
            throw new CommandFailedException(
                    ExitCode.FAILED, "cannot create " + into.resolve(name) + ": " + DiskFailure.reason(e));
        }
    }

    private void advise(Path folder, boolean isFirst, Optional<ServerAddress> server) {
        String how = flag("--config", packages.config()) + flag("--packages", packages.packages());
        String program = ShellWord.of(context.program());
        PrintStream err = context.err();
        err.println("created " + folder + (isFirst ? ", the first in " + folder.resolveSibling("") : ""));
        err.println(
                isFirst
                        ? "no server serves this folder yet; start one, and call it from another terminal:"
                        : "a running server of this folder (vesper status shows its folder) serves it already; otherwise start"
                                + " one, and call it from another terminal:");
        err.println("  " + program + " run" + how);
        err.println(server.map(there -> "  curl " + there.url() + "/api/" + name)
                .orElse("  (it answers at /api/" + name + " below the address in its ready line)"));
        err.println("its test:");
        err.println("  " + program + " test --package " + name + how);
    }

    private static String flag(String flag, Optional<?> value) {
        return value.map(given -> " " + flag + " " + ShellWord.of(given.toString()))
                .orElse("");
    }
}
