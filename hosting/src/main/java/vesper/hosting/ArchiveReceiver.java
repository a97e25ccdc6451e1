package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import vesper.hosting.installing.PackageArchive;
import vesper.hosting.installing.PackageFolders;
import vesper.hosting.installing.UnpackResult;
import vesper.http.files.DiskSpace;

/**
 * Receives archives of packages, then checks and unpacks them beside the packages. A limited number of archives is
 * received at the same time; further ones are rejected before anything of them is read. Complete archives are unpacked
 * and installed one at a time, so a slow sender does not delay the others.
 */
final class ArchiveReceiver {
    static final int MAX_CONCURRENT = 4;
    /**
     * Maximum time to wait for other installations, which take about this long at most, including hooks. The waiting
     * client has already sent its archive.
     */
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final PackageFolders folders;
    private final long unpackedBytes;
    /** Limits the number of archives on the disk, regardless of the number of clients. */
    private final Semaphore receiving = new Semaphore(MAX_CONCURRENT);

    private final Semaphore installing = new Semaphore(1, true);

    /**
     * Creates a receiver for these folders.
     *
     * @param unpackedBytes maximum size of an archive's unpacked files
     */
    ArchiveReceiver(PackageFolders folders, long unpackedBytes) {
        this.folders = folders;
        this.unpackedBytes = unpackedBytes;
    }

    /** The installation of an archive that has been unpacked. */
    @FunctionalInterface
    interface Installation {
        /**
         * Installs a package.
         *
         * @param unpacked a folder on the same disk as the packages, which may be moved; if it is not, it is deleted
         *     afterwards
         */
        PackageInstall install(String name, Path unpacked) throws IOException;
    }

    PackageInstall receive(String name, InputStream archive, Installation installation) throws IOException {
        Optional<String> badName = PackageName.problemWith(name);
        if (badName.isPresent()) return new PackageInstall.Rejected("its name " + badName.get());
        if (!receiving.tryAcquire()) return new PackageInstall.Busy();
        try {
            return receiveAndInstall(name, archive, installation);
        } catch (IOException e) {
            if (!DiskSpace.isLackedBy(e)) throw e;
            return new PackageInstall.DiskFull("the disk is full (" + DiskFailure.reason(e) + ")");
        } finally {
            receiving.release();
        }
    }

    private PackageInstall receiveAndInstall(String name, InputStream archive, Installation installation)
            throws IOException {
        Path incoming = folders.newIncoming();
        try {
            Files.copy(archive, incoming.resolve("archive.zip"));
            return installExclusively(name, incoming, installation);
        } finally {
            folders.discard(incoming);
        }
    }

    private PackageInstall installExclusively(String name, Path incoming, Installation installation)
            throws IOException {
        if (!acquireInstalling()) return new PackageInstall.Busy();
        try {
            return unpack(name, incoming, installation);
        } finally {
            installing.release();
        }
    }

    private boolean acquireInstalling() {
        try {
            return installing.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private PackageInstall unpack(String name, Path incoming, Installation installation) throws IOException {
        // Two levels, so that nothing else is in the parent folder when the folder is renamed to its final name.
        Path folder = Files.createDirectories(incoming.resolve("package/unpacked"));
        return switch (new PackageArchive(incoming.resolve("archive.zip"), unpackedBytes).unpackInto(folder)) {
            case UnpackResult.Unpacked _ -> installation.install(name, folder);
            case UnpackResult.InvalidArchive(var reason) -> new PackageInstall.InvalidArchive(reason);
            case UnpackResult.Rejected(var reason) -> new PackageInstall.Rejected(reason);
            case UnpackResult.TooLarge(var reason) -> new PackageInstall.TooLarge(reason);
        };
    }
}
