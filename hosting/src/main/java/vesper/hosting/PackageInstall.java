package vesper.hosting;

/** The outcome of installing a package from an archive. Unless it is {@link Installed}, nothing has changed. */
public sealed interface PackageInstall {
    /** The package serves, or is loaded if it does not start automatically. */
    record Installed(PackageSnapshot now, boolean isNew) implements PackageInstall {}

    /**
     * The package would not serve: its sources do not compile, or it could not start. The snapshot describes the
     * attempt.
     */
    record NotServing(PackageSnapshot tried) implements PackageInstall {}

    /** The name is invalid, the archive contains a package of another name, or it has entries that are not allowed. */
    record Rejected(String reason) implements PackageInstall {}

    /** The bytes are not an archive. */
    record InvalidArchive(String reason) implements PackageInstall {}

    /** The archive is too large, packed or unpacked. */
    record TooLarge(String reason) implements PackageInstall {}

    /** The folder of this name belongs to another package. */
    record FolderInUse(String reason) implements PackageInstall {}

    /** Too many archives are being received and nothing of this one was read, or other installations took too long. */
    record Busy() implements PackageInstall {}

    /** The server is stopping or has stopped. */
    record ServerStopping() implements PackageInstall {}

    /** A disk is full: that of the packages, or that of the trash, which must hold the replaced package. */
    record DiskFull(String reason) implements PackageInstall {}
}
