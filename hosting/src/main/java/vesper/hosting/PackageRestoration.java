package vesper.hosting;

/** What came of asking for a package to be put back that the trash holds. */
public sealed interface PackageRestoration {
    /** It is in its place again; the snapshot says whether it serves. */
    record Restored(PackageSnapshot now) implements PackageRestoration {}

    /** The trash holds nothing of this name, or no longer. */
    record NotInTrash(String name) implements PackageRestoration {}

    /** A package of this name, or a folder, is there again. */
    record Taken(String name) implements PackageRestoration {}

    /** The server is stopping, or has stopped. */
    record Closed() implements PackageRestoration {}
}
