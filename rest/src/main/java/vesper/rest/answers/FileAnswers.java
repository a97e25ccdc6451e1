package vesper.rest.answers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.InputStreamSource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaTypeFactory;
import vesper.http.Response;
import vesper.http.files.DiskThreads;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.media.Representation;

/** Makes answers of files, which are read a piece at a time, beside the event loop that carries the handler. */
public final class FileAnswers {
    private static final int PIECE_BYTES = 64 << 10;

    private static final long NOT_THERE = -1;
    private static final long UNKNOWN = -2;
    private static final Logger log = LoggerFactory.getLogger(FileAnswers.class);

    private final DiskThreads disk;

    public FileAnswers(DiskThreads disk) {
        this.disk = disk;
    }

    /** What a file's name says of its type, {@code application/octet-stream} where it says nothing. */
    static Representation typeOf(@Nullable String fileName) {
        return Optional.ofNullable(fileName)
                .flatMap(MediaTypeFactory::getMediaType)
                .map(type -> Representation.of(type.toString()))
                .orElse(Representation.BYTES);
    }

    static @Nullable String nameOf(Object file) {
        return switch (file) {
            case Path path -> String.valueOf(path.getFileName());
            case Resource resource -> resource.getFilename();
            default -> null;
        };
    }

    /**
     * The answer with a file's content.
     *
     * @throws ProblemException with 404 if it is not there or is a folder
     */
    Response answer(Object file, int code, Representation form) {
        long length = lengthOf(file);
        if (length == NOT_THERE)
            throw ProblemType.NOT_FOUND.because("The file is not there").exception();
        InputStreamSource source = file instanceof Path path ? () -> Files.newInputStream(path) : (Resource) file;
        Response response = Response.of(code).header("Content-Type", form.written());
        return length == UNKNOWN
                ? response.body(out -> copy(source, Long.MAX_VALUE, out))
                : response.body(length, out -> copy(source, length, out));
    }

    private long lengthOf(Object file) {
        try {
            return disk.call(() -> switch (file) {
                case Path path -> lengthOf(path);
                // To know it, some would read all of it.
                case Resource resource -> resource.exists() ? UNKNOWN : NOT_THERE;
                default -> throw new IllegalStateException("no file: " + file.getClass());
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lengthOf(Path path) throws IOException {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            return file.isRegularFile() ? file.size() : NOT_THERE;
        } catch (NoSuchFileException e) {
            return NOT_THERE;
        }
    }

    /** No more than its length was: of a file that grows meanwhile, what has been promised is sent. */
    private void copy(InputStreamSource source, long length, OutputStream out) throws IOException {
        InputStream in = disk.call(source::getInputStream);
        try {
            byte[] piece = new byte[PIECE_BYTES];
            long left = length;
            while (left > 0) {
                int most = (int) Math.min(piece.length, left);
                int count = disk.call(() -> in.read(piece, 0, most));
                if (count < 0) return;
                out.write(piece, 0, count);
                left -= count;
            }
        } finally {
            disk.later(() -> close(in));
        }
    }

    private static void close(InputStream file) {
        try {
            file.close();
        } catch (IOException e) {
            log.debug("a file that was sent cannot be closed", e);
        }
    }
}
