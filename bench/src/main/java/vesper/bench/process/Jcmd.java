package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The {@code jcmd} of the JDK that runs the bench. */
final class Jcmd {
    private static final long SECONDS = 60;

    /** It is a JVM itself, and is to take as little as it can from the server that is measured beside it. */
    private static final List<String> SMALL = List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1");

    private Jcmd() {}

    /**
     * Sends commands to another JVM of this user and returns the output.
     *
     * @param scratch an existing folder
     * @throws IOException if there is no jcmd, or it takes over a minute
     */
    static String run(long pid, Path scratch, String... commands) throws IOException, InterruptedException {
        Path commandFile = Files.createTempFile(scratch, "jcmd", ".txt");
        Path output = Files.createTempFile(scratch, "jcmd", ".out");
        try {
            Files.writeString(commandFile, String.join("\n", commands) + "\n");
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            List<String> command = new ArrayList<>(List.of(jcmd));
            command.addAll(SMALL);
            command.addAll(List.of(Long.toString(pid), "-f", commandFile.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS))
                    throw new IOException("jcmd timed out after " + SECONDS + " s");
            } finally {
                process.destroyForcibly();
            }
            return Files.readString(output);
        } finally {
            Files.deleteIfExists(commandFile);
            Files.deleteIfExists(output);
        }
    }
}
