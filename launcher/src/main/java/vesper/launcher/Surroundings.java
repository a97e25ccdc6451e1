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
 * What a command is run in.
 *
 * @param out gets data; whoever writes to it flushes it
 * @param err gets talk
 * @param home the folder that Vesper was built in, where the script that started us told it
 * @param program how the command is called from here, for advice that can be pasted
 * @param stop ends a server
 */
record Surroundings(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Optional<Path> home,
        String program,
        StopSignal stop) {

    /** Those of this process. */
    static Surroundings ofProcess() {
        return new Surroundings(
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
                System.getenv(),
                Optional.ofNullable(System.getProperty("vesper.home")).map(Path::of),
                System.getProperty("vesper.program", "vesper"),
                StopSignal.ofProcess());
    }
}
