package vesper.bench;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Messages for I/O failures. The file exceptions of the JDK have no message beyond a file name. */
public final class FailureMessages {
    private FailureMessages() {}

    public static String messageOf(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "file not found: " + missing.getFile();
            case FileAlreadyExistsException there -> there.getFile() + " already exists and is not a folder";
            case NotDirectoryException other -> other.getFile() + " is not a folder";
            case AccessDeniedException denied -> "permission denied: " + denied.getFile();
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            case FileSystemException other -> other.getFile() + " cannot be used";
            case UnknownHostException unknown -> "unknown host: " + unknown.getMessage();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
