package vesper.http.files;

import java.io.IOException;
import java.time.Duration;

/** Files and folders below a root. Thread-safe. */
sealed interface FileTree permits FolderTree, ResourceTree {
    /** The state of a path at the time of a lookup. */
    sealed interface Found {
        record File(StoredFile file) implements Found {}

        record Folder() implements Found {}

        /** Nothing that may be served. */
        record Nothing() implements Found {}
    }

    /** Looks up a path. May wait for a disk. */
    Found at(FilePath path) throws IOException;

    /** Returns for how long the result of a lookup counts as valid. */
    Duration holds();
}
