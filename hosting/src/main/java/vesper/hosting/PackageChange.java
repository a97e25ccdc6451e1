package vesper.hosting;

import java.util.List;

/** The outcome of a request to start, stop or reload a package. */
public sealed interface PackageChange {
    /** The package is in the requested state. */
    record Done(PackageSnapshot now) implements PackageChange {}

    /** The change failed. The snapshot contains the reason and the code that still serves. */
    record Failed(PackageSnapshot now) implements PackageChange {}

    /** No package has this name. */
    record NoSuchPackage(String name) implements PackageChange {}

    /** The server is stopping or has stopped, so packages can no longer be changed. */
    record ServerStopping() implements PackageChange {}

    /** Other packages that serve depend on this one. */
    record HasDependents(String name, List<String> dependents) implements PackageChange {}
}
