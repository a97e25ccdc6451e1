package vesper.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs an installed program until it ends, with a time limit, and returns its output. */
final class Tool {
    private Tool() {}

    /**
     * Runs a program.
     *
     * @param command the program and its arguments
     * @param scratch an existing folder for the output
     * @throws IOException also if it does not end in time; it is killed then
     */
    static String run(List<String> command, Path scratch, long maxSeconds) throws IOException, InterruptedException {
        String name = Path.of(command.getFirst()).getFileName().toString();
        Path output = Files.createTempFile(scratch, name, ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                if (!process.waitFor(maxSeconds, TimeUnit.SECONDS)) {
                    throw new IOException(name + " did not exit within " + maxSeconds + " s");
                }
            } finally {
                process.destroyForcibly();
            }
            return Files.readString(output);
        } finally {
            Files.deleteIfExists(output);
        }
    }
}
