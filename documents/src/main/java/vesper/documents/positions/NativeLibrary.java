package vesper.documents.positions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code, which is copied out of its jar at every start. In a dedicated folder the copy replaces the one
 * before; in the system's folder for temporary files, each process that is killed would leave one.
 */
final class NativeLibrary {
    private NativeLibrary() {}

    /** Loads the library once in a process. If it is loaded already, nothing is copied. */
    static void load(Path folder) throws IOException {
        Files.createDirectories(folder);
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
        } catch (UnsatisfiedLinkError notFromThere) {
            // The folder's disk may forbid execution; then RocksDB loads the library from the system's folder.
        }
        RocksDB.loadLibrary();
    }
}
