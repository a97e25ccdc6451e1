package vesper.http.files;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a tree not long ago: {@value #MOST_PATHS} paths at most, whose small files have {@value #MOST_BYTES}
 * bytes together. Where there is more, all of it is forgotten. Any thread may ask and add.
 */
final class RecentlySeen {
    private static final int MOST_PATHS = 1024;
    private static final long MOST_BYTES = 4 << 20;

    private final Map<FilePath, Seen> seen = new ConcurrentHashMap<>();
    private long heldBytes;

    @Nullable
    Seen at(FilePath path) {
        return seen.get(path);
    }

    /** Names that nobody has are without number, so they are not kept. */
    synchronized void add(FilePath path, Seen what) {
        if (what.found() instanceof FileTree.Found.Nothing) {
            forget(path);
            return;
        }
        if (seen.size() >= MOST_PATHS || heldBytes + what.heldBytes() > MOST_BYTES) {
            seen.clear();
            heldBytes = 0;
        }
        Seen before = seen.put(path, what);
        heldBytes += what.heldBytes() - (before == null ? 0 : before.heldBytes());
    }

    private void forget(FilePath path) {
        Seen before = seen.remove(path);
        if (before != null) heldBytes -= before.heldBytes();
    }
}
