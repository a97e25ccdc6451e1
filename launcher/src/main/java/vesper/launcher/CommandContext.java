package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import vesper.launcher.server.StopSignal;

/**
 * The environment in which a command runs.
 *
 * @param out receives data; the writer flushes it
 * @param err receives messages
 * @param home Vesper's home folder, in which it was built, if the start script passed it
 * @param program the name by which the user calls the command, for advice that can be pasted
 * @param stop stops a server
 */
record CommandContext(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Optional<Path> home,
        String program,
        StopSignal stop) {

    /** Returns the surroundings of this process. */
    static CommandContext ofProcess() {
        return new CommandContext(
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
                System.getenv(),
                Optional.ofNullable(System.getProperty("vesper.home")).map(Path::of),
                System.getProperty("vesper.program", "vesper"),
                StopSignal.ofProcess());
    }
}
