package vesper.hosting;

import java.util.List;

/** What came of asking for a package to be started, stopped or reloaded. */
public sealed interface PackageChange {
    /** It is as asked. */
    record Done(PackageSnapshot now) implements PackageChange {}

    /** It could not be; the snapshot says why, and what serves meanwhile. */
    record Failed(PackageSnapshot now) implements PackageChange {}

    /** There is no package of this name. */
    record NoSuchPackage(String name) implements PackageChange {}

    /** The server is stopping, or has stopped: nothing is started any more that nobody would stop. */
    record Closed() implements PackageChange {}

    /** Others that serve depend on it. */
    record Needed(String name, List<String> by) implements PackageChange {}
}
