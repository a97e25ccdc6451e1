package vesper.hosting;

import java.time.Duration;

/**
 * Code of a package that runs while the package starts or stops, or has been left behind since it took too long.
 *
 * @param what names it, {@code new Orders}
 * @param since how long it has run
 * @param abandoned whether nobody waits for it any more
 * @param place the line where it is, empty where that cannot be told
 */
public record RunningStep(String packageName, String what, Duration since, boolean abandoned, String place) {}
