package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Why something could not be read or written, in words: the exceptions of files often say a path and no more. */
public final class DiskFailure {
    private DiskFailure() {}

    /** As {@link #reason(IOException)}, of one that came out of a stream of files. */
    static String reason(UncheckedIOException failure) {
        IOException cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : reason(cause);
    }

    /** What a person is told of it, without names of classes. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " is not there";
            case AccessDeniedException denied -> denied.getFile() + " may not be touched (permission denied)";
            case FileAlreadyExistsException there -> there.getFile() + " is there already" + ifFile(there);
            case NotDirectoryException file -> file.getFile() + " is no folder";
            case DirectoryNotEmptyException full -> full.getFile() + " is not empty";
            case FileSystemException other when other.getReason() != null -> filesOf(other) + ": " + other.getReason();
            default -> failure.getMessage() == null ? "the disk or the network failed" : failure.getMessage();
        };
    }

    /** Of what is copied or moved, either end may be to blame. */
    private static String filesOf(FileSystemException failure) {
        return failure.getOtherFile() == null ? failure.getFile() : failure.getFile() + " to " + failure.getOtherFile();
    }

    /** Folders cannot be made below a file, which Java says as if the file itself was in the way. */
    private static String ifFile(FileAlreadyExistsException there) {
        boolean isFile =
                there.getFile() != null && Path.of(there.getFile()).toFile().isFile();
        return isFile ? " and is no folder" : "";
    }
}
