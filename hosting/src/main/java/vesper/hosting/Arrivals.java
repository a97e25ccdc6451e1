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
 * Archives that are sent in: each is received, checked and unpacked beside the packages. A few are received at a time,
 * however slowly, and more are refused before anything of them is read; of those that are whole one at a time is
 * unpacked and installed.
 */
final class Arrivals {
    static final int MOST_RECEIVED_AT_A_TIME = 4;
    /** As long as others take at most, with their hooks; who waits has sent all that it had to. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final PackageFolders folders;
    private final long unpackedBytes;
    /** Whoever sends how many, the disk holds so many archives. */
    private final Semaphore receiving = new Semaphore(MOST_RECEIVED_AT_A_TIME);

    private final Semaphore installing = new Semaphore(1, true);

    /**
     * Archives for these folders.
     *
     * @param unpackedBytes how large an archive's files may be together
     */
    Arrivals(PackageFolders folders, long unpackedBytes) {
        this.folders = folders;
        this.unpackedBytes = unpackedBytes;
    }

    /** What is done with an archive that could be unpacked. */
    @FunctionalInterface
    interface Installation {
        /**
         * Installs a package.
         *
         * @param unpacked a folder on the disk of the packages, which may be moved; deleted afterwards where it is not
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
        // A folder of its own, which it has for itself when it gets its name.
        Path folder = Files.createDirectories(incoming.resolve("package/unpacked"));
        return switch (new PackageArchive(incoming.resolve("archive.zip"), unpackedBytes).unpackInto(folder)) {
            case Unpacking.Unpacked _ -> then.install(name, folder);
            case Unpacking.NoArchive(var reason) -> new PackageInstall.NoArchive(reason);
            case Unpacking.Refused(var reason) -> new PackageInstall.Refused(reason);
            case Unpacking.TooLarge(var reason) -> new PackageInstall.TooLarge(reason);
        };
    }
}
