package vesper.rest.binding;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;
import vesper.rest.multipart.Part;

/** A part of an upload as Spring's {@link MultipartFile}. Its content is deleted at the end of the exchange. */
final class UploadedFile implements MultipartFile {
    private final Part part;

    UploadedFile(Part part) {
        this.part = part;
    }

    @Override
    public String getName() {
        return part.name();
    }

    /** Returns the file name without any folders that the client sent. Only for display, never for use as a path. */
    @Override
    public @Nullable String getOriginalFilename() {
        return part.fileName().orElse(null);
    }

    @Override
    public @Nullable String getContentType() {
        return part.contentType().orElse(null);
    }

    @Override
    public boolean isEmpty() {
        return part.sizeBytes() == 0;
    }

    @Override
    public long getSize() {
        return part.sizeBytes();
    }

    @Override
    public byte[] getBytes() throws IOException {
        return part.bytes();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return part.stream();
    }

    @Override
    public void transferTo(File target) throws IOException {
        transferTo(target.toPath());
    }

    /** Copies the content, so that it remains readable here. Replaces an existing file. */
    @Override
    public void transferTo(Path target) throws IOException {
        part.copyTo(target);
    }
}
