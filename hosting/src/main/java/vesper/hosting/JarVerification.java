package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Verifies a package's libraries before anything is loaded from them. A class loader treats an invalid jar as empty,
 * and detects a damaged entry only when a class in it is first needed, possibly hours later. So each entry is read and
 * compared with its checksum in the jar's directory, which takes a few milliseconds per megabyte.
 */
final class JarVerification {
    private static final int BUFFER_BYTES = 64 << 10;

    private JarVerification() {}

    /** Describes the damaged jars in one sentence; empty if all are intact. */
    static Optional<String> describeDamage(PackageContents contents) {
        List<String> damaged = new ArrayList<>();
        for (Path jar : contents.jars()) damage(jar).ifPresent(damaged::add);
        return damaged.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", damaged));
    }

    private static Optional<String> damage(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (!isIntact(zip, entry, buffer))
                    return Optional.of(nameOf(jar) + " is damaged: cannot read the entry " + entry.getName());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(nameOf(jar) + " is not a readable jar: " + DiskFailure.reason(e));
        }
    }

    /** Stops reading an entry that is longer than the directory declares. */
    private static boolean isIntact(ZipFile zip, ZipEntry entry, byte[] buffer) {
        if (entry.isDirectory()) return true;
        CRC32 sum = new CRC32();
        long left = entry.getSize();
        try (InputStream content = zip.getInputStream(entry)) {
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                left -= count;
                if (left < 0) return false;
                sum.update(buffer, 0, count);
            }
        } catch (IOException e) {
            return false;
        }
        return left == 0 && sum.getValue() == entry.getCrc();
    }

    private static String nameOf(Path jar) {
        return PackageContents.LIBRARIES + "/" + jar.getFileName();
    }
}
