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
 * Exclusive access of a server to its data folder. A second server on the same folder does not start, and reports the
 * process that uses it.
 *
 * <p>This is a lock of the operating system on {@value #FILE}, which is released when the process ends, however it
 * ends. The file is never deleted, since another server may just have opened it. Its content, the process ID, is valid
 * only while it is locked.
 */
final class DataLock implements AutoCloseable {
    static final String FILE = "server.lock";

    private static final Logger LOG = LoggerFactory.getLogger(DataLock.class);
    /** A byte far behind the text. Some systems prevent other processes from reading locked bytes. */
    private static final long LOCKED_BYTE = 1L << 30;

    private static final int LONGEST_PID = 20;
    /**
     * The folders locked by servers of this JVM. Locks of the operating system belong to the process: a second server
     * of the same process would obtain the lock too, and would release that of the first one by closing the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel file;

    private DataLock(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * Locks an existing folder.
     *
     * @throws CannotStartException if another server has locked it, or the file cannot be written
     */
    static DataLock of(Path data) throws CannotStartException {
        Path folder;
        try {
            folder = data.toRealPath();
        } catch (IOException e) {
            throw new CannotStartException("data folder " + data + " cannot be used: " + DiskFailure.reason(e));
        }
        if (!HELD.add(folder))
            throw alreadyLocked(data, String.valueOf(ProcessHandle.current().pid()));
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

    /** Opens and locks the file. */
    private static FileChannel locked(Path data, Path path) throws IOException, CannotStartException {
        FileChannel file = FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        boolean kept = false;
        try {
            if (!isLocked(file)) throw alreadyLocked(data, pidIn(file));
            String pid = ProcessHandle.current().pid() + "\n";
            file.truncate(0).write(ByteBuffer.wrap(pid.getBytes(US_ASCII)), 0);
            kept = true;
            return file;
        } finally {
            if (!kept) file.close();
        }
    }

    /** Locks the file. Some network file systems do not support locks; the server then runs without one. */
    private static boolean isLocked(FileChannel file) {
        try {
            return file.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (IOException e) {
            LOG.warn("the data folder cannot be locked ({}); make sure that no second server uses it", e.getMessage());
            return true;
        }
    }

    /** Returns the process ID that the server with the lock has written. It may be about to write it. */
    private static String pidIn(FileChannel file) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(LONGEST_PID);
        file.read(text, 0);
        return US_ASCII.decode(text.flip()).toString().strip();
    }

    private static CannotStartException alreadyLocked(Path data, String pid) {
        String who = pid.chars().allMatch(Character::isDigit) && !pid.isEmpty() ? " (pid " + pid + ")" : "";
        return new CannotStartException("data folder " + data + " is used by another server" + who
                + "; stop that server, or set another folder with --data");
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
