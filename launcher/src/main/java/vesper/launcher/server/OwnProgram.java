package vesper.launcher.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How this program is started once more, for a command that has to be a process of its own. */
final class OwnProgram {
    private static final String MAIN = "vesper.launcher.Main";

    private OwnProgram() {}

    /**
     * The beginning of a command line, which a subcommand follows. A small heap of its own, whatever this server has.
     *
     * @param home where the packages that ship are
     */
    static List<String> command(Optional<Path> home) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED"));
        home.ifPresent(there -> command.add("-Dvesper.home=" + there));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        return command;
    }
}
