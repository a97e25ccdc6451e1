package vesper.http.files;

import java.io.IOException;
import java.time.Duration;

/** Files and folders below a root. Any thread may ask. */
sealed interface FileTree permits FolderTree, ResourceTree {
    /** What has a path at this moment. */
    sealed interface Found {
        record File(StoredFile file) implements Found {}

        record Folder() implements Found {}

        /** Nothing that may be served. */
        record Nothing() implements Found {}
    }

    /** May wait for a disk. */
    Found at(FilePath path) throws IOException;

    /** For how long what was seen is taken to hold. */
    Duration holds();
}
