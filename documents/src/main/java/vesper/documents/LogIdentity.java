package vesper.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.journal.files.AtomicFile;

/**
 * The identity of the log that a copy follows, in a file that is on the disk before the copy stores anything. In
 * another log of the same name the copy's sequences would mean nothing.
 */
final class LogIdentity {
    private final Path file;
    private volatile @Nullable String log;

    private LogIdentity(Path file, @Nullable String log) {
        this.file = file;
        this.log = log;
    }

    static LogIdentity read(Path file) throws IOException {
        return new LogIdentity(
                file, Files.exists(file) ? Files.readString(file, UTF_8).strip() : null);
    }

    /** Returns the log's identity; empty if the copy does not follow a log yet. */
    Optional<String> log() {
        return Optional.ofNullable(log);
    }

    void store(String now) throws IOException {
        if (now.equals(log)) return;
        AtomicFile.replace(file, (now + "\n").getBytes(UTF_8));
        log = now;
    }
}
