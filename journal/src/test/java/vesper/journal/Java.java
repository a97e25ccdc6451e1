package vesper.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts other Java processes with the same classes and little startup time. */
final class Java {
    private Java() {}

    /** Starts a process that may call native code, as the program does. */
    static Process start(Class<?> main, String... arguments) throws IOException {
        return start("--enable-native-access=ALL-UNNAMED", main, arguments);
    }

    static Process start(String flag, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                flag,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
