package vesper.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamSource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaTypeFactory;
import vesper.http.Response;
import vesper.http.files.DiskThreads;

/** Makes answers of files, which are read a piece at a time, beside the event loop that carries the handler. */
final class FileAnswers {
    private static final int PIECE_BYTES = 64 << 10;

    private final DiskThreads disk;

    FileAnswers(DiskThreads disk) {
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
        if (!isThere(file))
            throw ProblemType.NOT_FOUND.because("The file is not there").exception();
        InputStreamSource source = file instanceof Path path ? () -> Files.newInputStream(path) : (Resource) file;
        return Response.of(code).header("Content-Type", form.written()).body(out -> copy(source, out));
    }

    private boolean isThere(Object file) {
        try {
            return disk.call(() -> exists(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean exists(Object file) {
        return switch (file) {
            case Path path -> Files.isRegularFile(path);
            case Resource resource -> resource.exists();
            default -> throw new IllegalStateException("no file: " + file.getClass());
        };
    }

    private void copy(InputStreamSource source, OutputStream out) throws IOException {
        InputStream in = disk.call(source::getInputStream);
        try {
            byte[] piece = new byte[PIECE_BYTES];
            for (int count = disk.call(() -> in.read(piece)); count >= 0; count = disk.call(() -> in.read(piece))) {
                out.write(piece, 0, count);
            }
        } finally {
            in.close();
        }
    }
}
