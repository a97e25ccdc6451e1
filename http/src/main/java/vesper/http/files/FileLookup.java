package vesper.http.files;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a lookup: the file at a path and its precompressed siblings at that moment. The content of small files is
 * included.
 *
 * @param siblings by coding; each at least as recent as the file
 * @param at {@link System#nanoTime} before the disk was accessed
 */
record FileLookup(FileTree.Found found, Map<String, StoredFile> siblings, long at) {
    private static final Map<String, String> SUFFIXES = suffixes();

    private static Map<String, String> suffixes() {
        Map<String, String> suffixes = new LinkedHashMap<>();
        suffixes.put("br", ".br");
        suffixes.put("zstd", ".zst");
        suffixes.put("gzip", ".gz");
        return suffixes;
    }

    /** Looks up a path on disk. Files unchanged since the earlier lookup are not read again. */
    static FileLookup now(FileTree tree, FilePath path, @Nullable FileLookup before, DiskThreads disk)
            throws IOException {
        long at = System.nanoTime();
        FileTree.Found found = tree.at(path);
        if (!(found instanceof FileTree.Found.File(var file))) return new FileLookup(found, Map.of(), at);
        Map<String, StoredFile> siblings = new LinkedHashMap<>();
        for (var suffix : SUFFIXES.entrySet()) {
            if (!(tree.at(path.sibling(suffix.getValue())) instanceof FileTree.Found.File(var sibling))) continue;
            // An older sibling was made from an earlier version of the file.
            if (sibling.modifiedAt().isBefore(file.modifiedAt())) continue;
            StoredFile known = before == null ? null : before.siblings.get(suffix.getKey());
            siblings.put(suffix.getKey(), ReadFile.of(sibling, known, disk));
        }
        return new FileLookup(new FileTree.Found.File(ReadFile.of(file, fileOf(before), disk)), siblings, at);
    }

    private static @Nullable StoredFile fileOf(@Nullable FileLookup seen) {
        return seen != null && seen.found instanceof FileTree.Found.File(var file) ? file : null;
    }

    /**
     * Returns whether no further read is needed. Otherwise the file could have changed by the time it is sent, which
     * would abort the response.
     */
    boolean isInMemory() {
        StoredFile file = fileOf(this);
        return file == null || (file.isInMemory() && siblings.values().stream().allMatch(StoredFile::isInMemory));
    }

    /** Returns the size of the content it holds. */
    long heldBytes() {
        StoredFile file = fileOf(this);
        long bytes = file == null ? 0 : ReadFile.heldBytes(file);
        for (StoredFile sibling : siblings.values()) bytes += ReadFile.heldBytes(sibling);
        return bytes;
    }
}
