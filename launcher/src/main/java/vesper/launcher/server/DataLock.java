package vesper.launcher.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.DiskFailure;

/**
 * A server's claim on its data folder: a second server on the same folder does not start, and says which process has
 * it.
 *
 * <p>It is a lock of the operating system on {@value #FILE}, which goes with the process however that ends. The file
 * stays, since deleting it could take it from under another server; what it says, the pid, counts only while it is
 * locked.
 */
final class DataLock implements AutoCloseable {
    static final String FILE = "server.lock";

    private static final Logger LOG = LoggerFactory.getLogger(DataLock.class);
    /** Far behind the text, which some systems would keep others from reading otherwise. */
    private static final long LOCKED_BYTE = 1L << 30;

    private static final int LONGEST_PID = 20;
    /**
     * The folders that servers of this JVM have. The system's locks belong to the process: the second server of a
     * process would not be kept out, and would undo the first one's lock by closing the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel file;

    private DataLock(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * Claims a folder, which is there.
     *
     * @throws CannotStartException if another server has it, or the file cannot be written
     */
    static DataLock of(Path data) throws CannotStartException {
        Path folder;
        try {
            folder = data.toRealPath();
        } catch (IOException e) {
            throw new CannotStartException("data folder " + data + " cannot be used: " + DiskFailure.reason(e));
        }
        if (!HELD.add(folder))
            throw taken(data, String.valueOf(ProcessHandle.current().pid()));
        boolean held = false;
        try {
            DataLock lock = new DataLock(folder, locked(data, folder.resolve(FILE)));
            held = true;
            return lock;
        } catch (IOException e) {
            throw new CannotStartException("data folder " + data + " cannot be locked: " + DiskFailure.reason(e));
        } finally {
            if (!held) HELD.remove(folder);
        }
    }

    /** The file, open and locked. */
    private static FileChannel locked(Path data, Path path) throws IOException, CannotStartException {
        FileChannel file = FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        boolean kept = false;
        try {
            if (!isLocked(file)) throw taken(data, pidIn(file));
            String pid = ProcessHandle.current().pid() + "\n";
            file.truncate(0).write(ByteBuffer.wrap(pid.getBytes(US_ASCII)), 0);
            kept = true;
            return file;
        } finally {
            if (!kept) file.close();
        }
    }

    /** Some disks of the network know no locks; a server on one goes without rather than not at all. */
    private static boolean isLocked(FileChannel file) {
        try {
            return file.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (IOException e) {
            LOG.warn("the data folder cannot be locked ({}); nothing keeps a second server from it", e.getMessage());
            return true;
        }
    }

    /** What the server that has the lock wrote; it may be about to. */
    private static String pidIn(FileChannel file) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(LONGEST_PID);
        file.read(text, 0);
        return US_ASCII.decode(text.flip()).toString().strip();
    }

    private static CannotStartException taken(Path data, String pid) {
        String who = pid.chars().allMatch(Character::isDigit) && !pid.isEmpty() ? " (pid " + pid + ")" : "";
        return new CannotStartException("data folder " + data + " is used by another server" + who
                + "; stop that one, or name another folder with --data");
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("the lock of {} cannot be closed", folder, e);
        } finally {
            HELD.remove(folder);
        }
    }
}
