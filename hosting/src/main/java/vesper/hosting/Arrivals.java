package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import vesper.hosting.installing.PackageArchive;
import vesper.hosting.installing.PackageFolders;
import vesper.hosting.installing.Unpacking;

/**
 * Archives that are sent in: each is received, checked and unpacked beside the packages. There is room for one; another
 * that comes meanwhile is refused before anything of it is read.
 */
final class Arrivals {
    private final PackageFolders folders;
    private final long unpackedBytes;
    /** Receiving and unpacking take disk and time, so it is done by one thread at a time. */
    private final Semaphore room = new Semaphore(1);

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
        // Before anything is written: the disk holds one archive at a time, whoever sends how many.
        if (!room.tryAcquire()) return new PackageInstall.Busy();
        try {
            return unpack(name, archive, then);
        } finally {
            room.release();
        }
    }

    private PackageInstall unpack(String name, InputStream archive, Installation then) throws IOException {
        Path incoming = folders.newIncoming();
        try {
            Path zip = incoming.resolve("archive.zip");
            Files.copy(archive, zip);
            // A folder of its own, which it has for itself when it gets its name.
            Path folder = Files.createDirectories(incoming.resolve("package/unpacked"));
            return switch (new PackageArchive(zip, unpackedBytes).unpackInto(folder)) {
                case Unpacking.Unpacked _ -> then.install(name, folder);
                case Unpacking.NoArchive(var reason) -> new PackageInstall.NoArchive(reason);
                case Unpacking.Refused(var reason) -> new PackageInstall.Refused(reason);
                case Unpacking.TooLarge(var reason) -> new PackageInstall.TooLarge(reason);
            };
        } finally {
            folders.discard(incoming);
        }
    }
}
