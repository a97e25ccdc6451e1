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

/** Describes I/O errors in words: the messages of file exceptions often consist of a path only. */
public final class DiskFailure {
    private DiskFailure() {}

    /** Describes an error of a stream of files, like {@link #reason(IOException)}. */
    static String reason(UncheckedIOException failure) {
        IOException cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : reason(cause);
    }

    /** Returns a description for people, without class names. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileAlreadyExistsException existing -> existing.getFile() + " already exists" + ifFile(existing);
            case NotDirectoryException file -> file.getFile() + " is not a folder";
            case DirectoryNotEmptyException full -> full.getFile() + " is not empty";
            case FileSystemException other when other.getReason() != null -> filesOf(other) + ": " + other.getReason();
            default -> failure.getMessage() == null ? "the disk or the network failed" : failure.getMessage();
        };
    }

    /** When a file is copied or moved, either path may be the cause. */
    private static String filesOf(FileSystemException failure) {
        return failure.getOtherFile() == null ? failure.getFile() : failure.getFile() + " to " + failure.getOtherFile();
    }

    /** A folder cannot be created below a file, but Java reports this as if the file itself was in the way. */
    private static String ifFile(FileAlreadyExistsException existing) {
        boolean isFile = existing.getFile() != null
                && Path.of(existing.getFile()).toFile().isFile();
        return isFile ? " and is not a folder" : "";
    }
}
