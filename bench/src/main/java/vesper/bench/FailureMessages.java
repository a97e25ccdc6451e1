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
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case FileAlreadyExistsException there -> there.getFile() + " is there already, and is no folder";
            case NotDirectoryException other -> other.getFile() + " is no folder";
            case AccessDeniedException denied -> denied.getFile() + " may not be used by this user";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            case FileSystemException other -> other.getFile() + " cannot be used";
            case UnknownHostException unknown -> "no address is known for the host " + unknown.getMessage();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
