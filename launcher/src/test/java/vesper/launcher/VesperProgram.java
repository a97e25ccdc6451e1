package vesper.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The program as tests start it in a separate process, with the options of {@code ./vesper}.
 *
 * <p>It is the built program with its AOT cache where the system property {@value #BUILT} names its folder, as
 * {@code scripts/test.sh} does after building it. Otherwise it is the class path of the tests, with which a start takes
 * three times as much CPU time.
 */
public final class VesperProgram {
    static final String BUILT = "vesper.test.dist";

    private static final Optional<Path> DIST =
            Optional.ofNullable(System.getProperty(BUILT)).map(Path::of);
    private static final Path OPTIONS = Path.of("src/main/dist").toAbsolutePath();

    private VesperProgram() {}

    /**
     * Returns the start of a command line, which a subcommand follows.
     *
     * @param javaOptions options of {@code java} that follow those of the program
     */
    public static List<String> command(String... javaOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(options("java.options"));
        command.add(options("collector.options"));
        DIST.ifPresent(dist -> command.addAll(quickStart(dist)));
        command.addAll(List.of(javaOptions));
        command.addAll(DIST.map(VesperProgram::jar).orElseGet(VesperProgram::classPath));
        return command;
    }

    /**
     * Writes a shell script that is called as {@code ./vesper} is: its arguments are followed by these, and the
     * variable {@code VESPER_JAVA_OPTS} has further options of {@code java}. Variables in options and arguments are
     * expanded.
     */
    static void writeScript(Path script, List<String> javaOptions, String... arguments) throws IOException {
        List<String> words = command(javaOptions.toArray(String[]::new));
        int main = words.indexOf(DIST.isPresent() ? "-jar" : "-cp");
        Files.writeString(script, """
                #!/bin/sh
                exec %s $VESPER_JAVA_OPTS %s "$@" %s
                """.formatted(
                quoted(words.subList(0, main)), quoted(words.subList(main, words.size())), quoted(List.of(arguments))));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(" "));
    }

    /** Returns the argument of {@code java} for one of the files of options that belong to the program. */
    public static String options(String file) {
        return "@" + OPTIONS.resolve(file);
    }

    private static List<String> quickStart(Path dist) {
        List<String> options = new ArrayList<>();
        Path cache = dist.resolve("vesper.aot");
        if (Files.exists(cache)) options.add("-XX:AOTCache=" + cache);
        Path natives = dist.resolve("native");
        if (Files.exists(natives)) options.add("-Djava.library.path=" + natives);
        return options;
    }

    private static List<String> jar(Path dist) {
        return List.of("-jar", dist.resolve("lib/vesper-launcher.jar").toString());
    }

    /** The manifest of the jar has the first two options. */
    private static List<String> classPath() {
        return List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
    }
}
