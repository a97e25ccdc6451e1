package vesper.hosting.installing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import vesper.hosting.installing.ZipDirectory.Entry;
import vesper.hosting.installing.ZipDirectory.Kind;

/**
 * A zip archive of a package, from an untrusted client.
 *
 * <p>The archive's root is the package's folder. If everything is in a single folder, as in archives of repositories,
 * that folder is used as the root. An archive has at most {@value #MAX_ENTRIES} entries, and a compression ratio of at
 * most {@value #MAX_RATIO}, for each entry and as a whole. The content of a file must match its checksum.
 */
public final class PackageArchive {
    static final int MAX_ENTRIES = 10_000;
    static final int MAX_RATIO = 100;
    /** Below this size the ratio is not limited: a few blank lines can have any ratio. */
    private static final long RATIO_CHECK_FROM_BYTES = 1 << 20;

    private static final int MAX_FAULTS_REPORTED = 5;
    private static final int PART_BYTES = 16 << 10;
    private static final String MAC_METADATA = "__MACOSX/";
    private static final Set<String> FILES = Set.of("package.properties", "README.md");
    private static final Set<String> FOLDERS = Set.of("code", "conf", "lib", "web", "test");

    private final Path archive;
    private final long maxBytes;
    private long archiveBytes;
    private long unpackedBytes;

    /**
     * Creates an archive.
     *
     * @param maxBytes maximum size of its unpacked files
     */
    public PackageArchive(Path archive, long maxBytes) {
        this.archive = archive;
        this.maxBytes = maxBytes;
    }

    /**
     * Unpacks the archive to an empty folder. If the archive is rejected, the folder may contain a part of it, which
     * the caller deletes.
     *
     * @throws IOException if the disk cannot be written
     */
    public UnpackResult unpackInto(Path folder) throws IOException {
        try {
            archiveBytes = Files.size(archive);
            List<Entry> entries = checked(ZipDirectory.read(archive));
            String root = rootOf(entries);
            checkTopLevel(entries, root);
            return new UnpackResult.Unpacked(unpack(entries, root, folder));
        } catch (RejectedArchiveException e) {
            return e.outcome();
        } catch (ZipException | EOFException e) {
            String why = e.getMessage();
            return new UnpackResult.InvalidArchive(
                    why == null ? "it is damaged or truncated" : "it is damaged: " + why);
        }
    }

    private List<Entry> checked(List<Entry> all) throws RejectedArchiveException {
        if (all.size() > MAX_ENTRIES) {
            throw RejectedArchiveException.tooLarge("it has " + all.size() + " entries, more than " + MAX_ENTRIES);
        }
        List<Entry> entries = all.stream()
                .filter(entry -> !entry.name().startsWith(MAC_METADATA))
                .toList();
        EntryNames names = new EntryNames();
        List<String> faults = new ArrayList<>();
        long declaredBytes = 0;
        for (Entry entry : entries) {
            declaredBytes += entry.unpackedBytes();
            names.add(entry.name()).ifPresent(faults::add);
            if (entry.kind() != Kind.FILE_OR_FOLDER) faults.add("'" + entry.name() + "' is a link or a device");
        }
        if (!faults.isEmpty()) {
            String more = faults.size() > MAX_FAULTS_REPORTED
                    ? "; and " + (faults.size() - MAX_FAULTS_REPORTED) + " more"
                    : "";
            throw RejectedArchiveException.rejected(
                    faults.stream().limit(MAX_FAULTS_REPORTED).collect(Collectors.joining("; ")) + more);
        }
        requireSize(declaredBytes);
        return entries;
    }

    /**
     * Returns the single folder that contains everything, with its slash. Empty if the archive's root is the package
     * itself.
     */
    private static String rootOf(List<Entry> entries) throws RejectedArchiveException {
        Set<String> tops =
                entries.stream().map(entry -> entry.name().split("/", 2)[0]).collect(Collectors.toSet());
        if (tops.stream().anyMatch(PackageArchive::isPart)) return "";
        String only = tops.size() == 1 ? tops.iterator().next() + "/" : "";
        boolean holdsPackage = !only.isEmpty()
                && entries.stream()
                        .filter(entry -> entry.name().length() > only.length())
                        .map(entry -> entry.name().substring(only.length()).split("/", 2)[0])
                        .anyMatch(PackageArchive::isPart);
        if (holdsPackage) return only;
        throw RejectedArchiveException.rejected(
                "it does not contain a package: package.properties, code/, conf/, lib/ and web/ are missing");
    }

    private static boolean isPart(String name) {
        return FILES.contains(name) || FOLDERS.contains(name);
    }

    /** Rejects a file with the name of a package's folder and vice versa, which would later cause I/O errors. */
    private static void checkTopLevel(List<Entry> entries, String root) throws RejectedArchiveException {
        for (Entry entry : entries) {
            if (!entry.name().startsWith(root)) continue;
            String[] top = entry.name().substring(root.length()).split("/", 2);
            boolean isFile = top.length == 1;
            if (!isFile && FILES.contains(top[0])) {
                throw RejectedArchiveException.rejected(
                        EntryNames.printable(entry.name()) + " uses " + top[0] + " as a folder, but it must be a file");
            }
            if (isFile && FOLDERS.contains(top[0])) {
                throw RejectedArchiveException.rejected(
                        EntryNames.printable(entry.name()) + " is a file, but must be a folder");
            }
        }
    }

    private int unpack(List<Entry> entries, String root, Path folder) throws IOException, RejectedArchiveException {
        int files = 0;
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (Entry entry : entries) {
                Path target = folder.resolve(entry.name()
                        .substring(Math.min(root.length(), entry.name().length())));
                // The names have been checked; this is a second line of defence.
                if (!target.normalize().startsWith(folder)) throw new IllegalStateException(entry.name());
                if (entry.isFolder()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.resolve("..").normalize());
                    unpack(zip, entry, target);
                    files++;
                }
            }
        }
        return files;
    }

    private void unpack(ZipFile zip, Entry entry, Path target) throws IOException, RejectedArchiveException {
        ZipEntry found = zip.getEntry(entry.name());
        if (found == null) throw RejectedArchiveException.invalidArchive("its directory is damaged");
        try {
            unpack(zip, found, entry, target);
        } catch (ZipException | EOFException e) {
            // Their messages use terms of the format, and some have none.
            throw RejectedArchiveException.invalidArchive("entry '" + entry.name() + "' is damaged or truncated");
        }
    }

    private void unpack(ZipFile zip, ZipEntry found, Entry entry, Path target)
            throws IOException, RejectedArchiveException {
        CRC32 checksum = new CRC32();
        long fileBytes = 0;
        try (InputStream in = zip.getInputStream(found);
                OutputStream out = Files.newOutputStream(target)) {
            byte[] part = new byte[PART_BYTES];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                fileBytes += count;
                unpackedBytes += count;
                requireSize(unpackedBytes);
                requireRatio(fileBytes, entry.packedBytes(), "'" + entry.name() + "'");
                requireRatio(unpackedBytes, archiveBytes, "it");
                checksum.update(part, 0, count);
                out.write(part, 0, count);
            }
        }
        if (checksum.getValue() != found.getCrc()) {
            throw RejectedArchiveException.invalidArchive("entry '" + entry.name() + "' has a wrong checksum");
        }
    }

    private void requireSize(long bytes) throws RejectedArchiveException {
        if (bytes > maxBytes) {
            throw RejectedArchiveException.tooLarge(
                    "it is larger than " + maxBytes + " bytes unpacked (packages.limit.unpacked)");
        }
    }

    private static void requireRatio(long unpacked, long packed, String what) throws RejectedArchiveException {
        if (unpacked > RATIO_CHECK_FROM_BYTES && unpacked / MAX_RATIO > packed) {
            throw RejectedArchiveException.tooLarge(what + " has a compression ratio above " + MAX_RATIO);
        }
    }
}
