package vesper.documents.positions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code, which is copied out of its jar at every start. In a folder of its own the copy takes the place of
 * the one before; in the system's folder for temporary files each process that is killed would leave one.
 */
final class NativeLibrary {
    private NativeLibrary() {}

    /** Once in a process; what is loaded already is not copied again. */
    static void load(Path folder) throws IOException {
        Files.createDirectories(folder);
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
        } catch (UnsatisfiedLinkError notFromThere) {
            // Where nothing may be executed from that disk, it may be from the system's folder.
        }
        RocksDB.loadLibrary();
    }
}
