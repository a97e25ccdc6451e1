package vesper.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other processes of this JVM with these classes, started as quickly as it goes. */
final class Java {
    private Java() {}

    /** With the flag that the program has, so that native code may be called. */
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
                classFolder(main) + ":" + classFolder(Journal.class),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String classFolder(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }
}
