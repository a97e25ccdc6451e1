package vesper.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One system of a comparison and how it is started.
 *
 * @param version for output; empty where unknown
 * @param directory in which the command runs
 * @param patience how long it may take to get ready
 */
record Arm(String name, ArmKind kind, String version, List<String> command, Path directory, Duration patience) {
    String label() {
        return version.isEmpty() ? name : name + " " + version;
    }
}
