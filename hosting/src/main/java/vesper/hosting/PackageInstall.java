package vesper.hosting;

/** What came of sending in a package as an archive. Unless it is installed, nothing has changed. */
public sealed interface PackageInstall {
    /** It serves, or is loaded where it does not start by itself. */
    record Installed(PackageSnapshot now, boolean isNew) implements PackageInstall {}

    /**
     * It would not serve: its sources do not compile, or it could not be started. The snapshot is of what was tried.
     */
    record NotServing(PackageSnapshot tried) implements PackageInstall {}

    /** The name is none, or the archive is of a package of another name or holds what it may not. */
    record Refused(String reason) implements PackageInstall {}

    /** The bytes are no archive. */
    record NoArchive(String reason) implements PackageInstall {}

    /** The archive is too large, packed or unpacked. */
    record TooLarge(String reason) implements PackageInstall {}

    /** The folder of this name is another package's. */
    record Taken(String reason) implements PackageInstall {}

    /**
     * As many archives as may be are being received, and nothing of this one was read; or others were installed too
     * long.
     */
    record Busy() implements PackageInstall {}

    /** The server is stopping, or has stopped. */
    record Closed() implements PackageInstall {}

    /** A disk is full: that of the packages, or that of the trash, which what is replaced has to go to. */
    record NoRoom(String reason) implements PackageInstall {}
}
