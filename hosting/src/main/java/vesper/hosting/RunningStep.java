package vesper.hosting;

import java.time.Duration;

/**
 * Code of a package that is running during the package's start or stop, or was abandoned because it took too long.
 *
 * @param what its name, {@code new Orders}
 * @param since how long it has been running
 * @param abandoned true if its caller no longer waits for it
 * @param place the line that it is executing, empty if unknown
 */
public record RunningStep(String packageName, String what, Duration since, boolean abandoned, String place) {}
