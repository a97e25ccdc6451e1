package vesper.hosting;

/** The outcome of restoring a package from the trash. */
public sealed interface PackageRestoration {
    /** The package is back in its folder. The snapshot shows whether it serves. */
    record Restored(PackageSnapshot now) implements PackageRestoration {}

    /** The trash does not contain this entry, or no longer does. */
    record NotInTrash(String name) implements PackageRestoration {}

    /** A package or folder of this name exists again. */
    record NameInUse(String name) implements PackageRestoration {}

    /** The server is stopping or has stopped. */
    record ServerStopping() implements PackageRestoration {}
}
