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
import vesper.hosting.installing.Unpacking;
import vesper.http.files.DiskSpace;

/**
 * Receives archives of packages, then checks and unpacks them beside the packages. A limited number of archives is
 * received at the same time; further ones are rejected before anything of them is read. Complete archives are unpacked
 * and installed one at a time, so a slow sender does not delay the others.
 */
final class Arrivals {
    static final int MOST_RECEIVED_AT_A_TIME = 4;
    /**
     * Maximum time to wait for other installations, which take about this long at most, including hooks. The waiting
     * client has already sent its archive.
     */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final PackageFolders folders;
    private final long unpackedBytes;
    /** Limits the number of archives on the disk, regardless of the number of clients. */
    private final Semaphore receiving = new Semaphore(MOST_RECEIVED_AT_A_TIME);

    private final Semaphore installing = new Semaphore(1, true);

    /**
     * Creates a receiver for these folders.
     *
     * @param unpackedBytes maximum size of an archive's unpacked files
     */
    Arrivals(PackageFolders folders, long unpackedBytes) {
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

    PackageInstall receive(String name, InputStream archive, Installation then) throws IOException {
        Optional<String> badName = PackageName.fault(name);
        if (badName.isPresent()) return new PackageInstall.Refused("its name " + badName.get());
        if (!receiving.tryAcquire()) return new PackageInstall.Busy();
        try {
            return received(name, archive, then);
        } catch (IOException e) {
            if (!DiskSpace.isLackedBy(e)) throw e;
            return new PackageInstall.NoRoom("the disk is full (" + DiskFailure.reason(e) + ")");
        } finally {
            receiving.release();
        }
    }

    private PackageInstall received(String name, InputStream archive, Installation then) throws IOException {
        Path incoming = folders.newIncoming();
        try {
            Files.copy(archive, incoming.resolve("archive.zip"));
            return inTurn(name, incoming, then);
        } finally {
            folders.discard(incoming);
        }
    }

    private PackageInstall inTurn(String name, Path incoming, Installation then) throws IOException {
        if (!isItsTurn()) return new PackageInstall.Busy();
        try {
            return unpack(name, incoming, then);
        } finally {
            installing.release();
        }
    }

    private boolean isItsTurn() {
        try {
            return installing.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private PackageInstall unpack(String name, Path incoming, Installation then) throws IOException {
        // Two levels, so that nothing else is in the parent folder when the folder is renamed to its final name.
        Path folder = Files.createDirectories(incoming.resolve("package/unpacked"));
        return switch (new PackageArchive(incoming.resolve("archive.zip"), unpackedBytes).unpackInto(folder)) {
            case Unpacking.Unpacked _ -> then.install(name, folder);
            case Unpacking.NoArchive(var reason) -> new PackageInstall.NoArchive(reason);
            case Unpacking.Refused(var reason) -> new PackageInstall.Refused(reason);
            case Unpacking.TooLarge(var reason) -> new PackageInstall.TooLarge(reason);
        };
    }
}
