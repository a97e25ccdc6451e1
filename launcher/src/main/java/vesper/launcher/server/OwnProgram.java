package vesper.launcher.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line that starts this program again, for commands that need a separate process. */
final class OwnProgram {
    private static final String MAIN = "vesper.launcher.Main";

    private OwnProgram() {}

    /**
     * Returns the start of a command line, to which a subcommand is appended. The process gets a small heap,
     * independent of that of this server.
     *
     * @param home Vesper's home folder, which contains the shipped packages
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
