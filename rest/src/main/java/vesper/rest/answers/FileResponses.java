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
import vesper.rest.media.ResponseMediaType;

/** Creates responses from files. Files are read piece by piece on disk threads, not on the handler's event loop. */
public final class FileResponses {
    private static final int PIECE_BYTES = 64 << 10;

    private static final long MISSING = -1;
    private static final long UNKNOWN = -2;
    private static final Logger log = LoggerFactory.getLogger(FileResponses.class);

    private final DiskThreads disk;

    public FileResponses(DiskThreads disk) {
        this.disk = disk;
    }

    /** Returns the media type for a file name, {@code application/octet-stream} if it is unknown. */
    static ResponseMediaType typeOf(@Nullable String fileName) {
        return Optional.ofNullable(fileName)
                .flatMap(MediaTypeFactory::getMediaType)
                .map(type -> ResponseMediaType.of(type.toString()))
                .orElse(ResponseMediaType.BYTES);
    }

    static @Nullable String nameOf(Object file) {
        return switch (file) {
            case Path path -> String.valueOf(path.getFileName());
            case Resource resource -> resource.getFilename();
            default -> null;
        };
    }

    /**
     * Returns a response with the content of a file.
     *
     * @throws ProblemException with 404 if the file does not exist or is a folder
     */
    Response respond(Object file, int code, ResponseMediaType form) {
        long length = lengthOf(file);
        if (length == MISSING)
            throw ProblemType.NOT_FOUND.because("The file does not exist").exception();
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
                // Some resources would read their whole content to determine its length.
                case Resource resource -> resource.exists() ? UNKNOWN : MISSING;
                default -> throw new IllegalStateException("not a file: " + file.getClass());
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lengthOf(Path path) throws IOException {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            return file.isRegularFile() ? file.size() : MISSING;
        } catch (NoSuchFileException e) {
            return MISSING;
        }
    }

    /** Copies at most {@code length} bytes: if the file grows in the meantime, the declared length is still sent. */
    private void copy(InputStreamSource source, long length, OutputStream out) throws IOException {
        InputStream in = disk.call(source::getInputStream);
        try {
            byte[] piece = new byte[PIECE_BYTES];
            long left = length;
            while (left > 0) {
                int max = (int) Math.min(piece.length, left);
                int count = disk.call(() -> in.read(piece, 0, max));
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
            log.debug("cannot close a sent file", e);
        }
    }
}
