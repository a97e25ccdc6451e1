package vesper.http.files;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recent lookups in a tree: {@value #MOST_PATHS} paths at most, whose small files take at most
 * {@value #MOST_BYTES} bytes together. When a bound is reached, the cache is cleared. Thread-safe.
 */
final class LookupCache {
    private static final int MOST_PATHS = 1024;
    private static final long MOST_BYTES = 4 << 20;

    private final Map<FilePath, FileLookup> seen = new ConcurrentHashMap<>();
    private long heldBytes;

    @Nullable
    FileLookup at(FilePath path) {
        return seen.get(path);
    }

    /** Missing names are not cached, since there are infinitely many. */
    synchronized void add(FilePath path, FileLookup what) {
        if (what.found() instanceof FileTree.Found.Nothing) {
            forget(path);
            return;
        }
        if (seen.size() >= MOST_PATHS || heldBytes + what.heldBytes() > MOST_BYTES) {
            seen.clear();
            heldBytes = 0;
        }
        FileLookup before = seen.put(path, what);
        heldBytes += what.heldBytes() - (before == null ? 0 : before.heldBytes());
    }

    private void forget(FilePath path) {
        FileLookup before = seen.remove(path);
        if (before != null) heldBytes -= before.heldBytes();
    }
}
