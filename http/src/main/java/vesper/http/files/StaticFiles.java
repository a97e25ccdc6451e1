package vesper.http.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.http.Refusal;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.content.Preconditions;
import vesper.http.content.Validators;
import vesper.http.fields.HttpDate;

/**
 * A handler that answers GET and HEAD below a path with the files of a folder. {@code index.html} answers for its
 * folder, a folder path without a final slash is redirected, and folders are never listed.
 *
 * <p>Files of up to {@value ReadFile#SMALL_BYTES} bytes are sent as a whole, larger ones in pieces as the client reads.
 * If a file changes in the meantime, the connection is cut. Disks are accessed on {@link DiskThreads}. Lookups of small
 * files count as valid for a tenth of a second.
 */
public final class StaticFiles implements Handler {
    private static final int MOST_TRIES = 3;
    static final String INDEX = "index.html";
    /** Build tools put a hash of the content into the name, so such a file never changes. */
    private static final Pattern HASHED = Pattern.compile("[.-](?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{8,64}\\.");

    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    private static final String ALLOWED = "GET, HEAD, OPTIONS";

    private final String mount;
    private final FileTree tree;
    private final DiskThreads disk;
    private final long holdsNanos;
    private final LookupCache recent = new LookupCache();

    private StaticFiles(String mount, FileTree tree, DiskThreads disk) {
        if (!mount.startsWith("/") || (mount.length() > 1 && mount.endsWith("/")))
            throw new IllegalArgumentException("no path to mount files at: " + mount);
        this.mount = mount;
        this.tree = tree;
        this.disk = disk;
        this.holdsNanos = tree.holds().toNanos();
    }

    /**
     * Serves the files of a folder on disk, which need not exist yet.
     *
     * @param mount path of the folder, such as {@code /shop}; {@code /} for all
     */
    public static StaticFiles ofFolder(String mount, Path folder, DiskThreads disk) {
        return ofFolder(mount, folder, folder, disk);
    }

    /**
     * Serves the files of a folder on disk. A folder that is a symbolic link to a place outside {@code outer} appears
     * empty.
     */
    public static StaticFiles ofFolder(String mount, Path folder, Path outer, DiskThreads disk) {
        return new StaticFiles(mount, new FolderTree(folder, outer), disk);
    }

    /**
     * Serves the files of a folder on the class path, which are assumed never to change.
     *
     * @param root as for {@link ClassLoader#getResource}, {@code vesper/console/web}
     */
    public static StaticFiles ofResources(String mount, ClassLoader loader, String root, DiskThreads disk) {
        return new StaticFiles(mount, new ResourceTree(loader, root), disk);
    }

    @Override
    public Response handle(Request request) throws IOException {
        return answer(request).orElseGet(() -> new Refusal(404, "nothing is there").answer());
    }

    /** Returns the response; empty if there is no such file. */
    public Optional<Response> answer(Request request) throws IOException {
        String below = below(request.path());
        if (below == null) return Optional.empty();
        for (int tries = 1; ; tries++) {
            try {
                return answer(request, below);
            } catch (FileChangedException e) {
                if (tries == MOST_TRIES)
                    throw new RefusedException(new Refusal(503, "the file is being written; try again later"));
            }
        }
    }

    /** Returns the path below the mount; null for a path outside it. */
    @Nullable
    private String below(String path) {
        if (mount.equals("/")) return path.startsWith("/") ? path.substring(1) : null;
        if (!path.startsWith(mount)) return null;
        if (path.length() == mount.length()) return "";
        return path.charAt(mount.length()) == '/' ? path.substring(mount.length() + 1) : null;
    }

    private Optional<Response> answer(Request request, String below) throws IOException {
        Optional<FilePath> parsed = FilePath.parse(below);
        if (parsed.isEmpty()) return Optional.empty();
        FilePath path = parsed.get();
        FileLookup seen = lookUp(path);
        return switch (seen.found()) {
            case FileTree.Found.Nothing _ -> Optional.empty();
            case FileTree.Found.File(var file) ->
                path.folder() ? Optional.empty() : Optional.of(answer(request, path, file, seen));
            case FileTree.Found.Folder _ -> folder(request, path);
        };
    }

    private FileLookup lookUp(FilePath path) throws IOException {
        FileLookup known = recent.at(path);
        if (known != null && known.isInMemory() && System.nanoTime() - known.at() < holdsNanos) return known;
        return disk.call(() -> {
            FileLookup now = FileLookup.now(tree, path, known, disk);
            recent.add(path, now);
            return now;
        });
    }

    private Optional<Response> folder(Request request, FilePath path) throws IOException {
        FilePath index = path.child(INDEX);
        FileLookup seen = lookUp(index);
        if (!(seen.found() instanceof FileTree.Found.File(var file))) return Optional.empty();
        if (!request.path().endsWith("/")) return Optional.of(withSlash(request));
        return Optional.of(answer(request, index, file, seen));
    }

    /** The path starts with the mount and has no empty segment, so it cannot be taken for another host. */
    private static Response withSlash(Request request) {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        return Response.of(308).header("Location", request.path() + "/" + query).header("Cache-Control", "no-cache");
    }

    private Response answer(Request request, FilePath path, StoredFile file, FileLookup seen) throws IOException {
        return switch (request.method()) {
            case GET, HEAD -> chosen(request, path, file, seen);
            case OPTIONS -> Response.of(204).header("Allow", ALLOWED);
            default ->
                new Refusal(405, request.method() + " is none of " + ALLOWED)
                        .answer()
                        .header("Allow", ALLOWED);
        };
    }

    private Response chosen(Request request, FilePath path, StoredFile file, FileLookup seen) throws IOException {
        Optional<Representation> chosen = Representation.of(file, seen.siblings(), request.headers());
        if (chosen.isEmpty()) {
            return new Refusal(406, "Accept-Encoding takes no form of the file that is there")
                    .answer()
                    .header("Vary", "Accept-Encoding");
        }
        Representation form = chosen.get();
        Validators current = new Validators(form.file().tag(), form.file().modifiedAt());
        return switch (Preconditions.of(request, current)) {
            case HELD -> content(request, path.name(), form, current);
            case NOT_MODIFIED -> described(304, path.name(), form);
            case FAILED ->
                new Refusal(412, "a condition of the request does not hold for what is there now")
                        .answer()
                        .header("ETag", form.file().tag().toString());
        };
    }

    private static Response content(Request request, String name, Representation form, Validators current)
            throws IOException {
        String range = request.method() == Method.GET ? request.headers().firstOrNull("Range") : null;
        long size = form.file().sizeBytes();
        ByteRanges ranges = range != null && Preconditions.allowsRange(request, current)
                ? ByteRanges.parse(range, size)
                : ByteRanges.WHOLE;
        return switch (ranges) {
            case ByteRanges.Whole _ -> whole(request, name, form);
            case ByteRanges.Parts(var parts) -> parts(name, form, parts);
            case ByteRanges.Unsatisfiable _ ->
                new Refusal(416, "the file has " + size + " bytes").answer().header("Content-Range", "bytes */" + size);
        };
    }

    private static Response whole(Request request, String name, Representation form) throws IOException {
        StoredFile file = form.file();
        Response response = described(200, name, form).header("Content-Type", MediaTypes.of(name));
        boolean small = file.sizeBytes() <= ReadFile.SMALL_BYTES && request.method() == Method.GET;
        return small
                ? response.body(file.read(0, (int) file.sizeBytes()))
                : response.body(file.sizeBytes(), new Stretch(file, 0, file.sizeBytes()));
    }

    private static Response parts(String name, Representation form, List<ByteRanges.Part> parts) {
        StoredFile file = form.file();
        Response response = described(206, name, form);
        if (parts.size() == 1) {
            ByteRanges.Part part = parts.getFirst();
            return response.header("Content-Type", MediaTypes.of(name))
                    .header("Content-Range", part.of(file.sizeBytes()))
                    .body(part.length(), new Stretch(file, part.from(), part.length()));
        }
        Multipart multipart = new Multipart(file, MediaTypes.of(name), parts);
        return response.header("Content-Type", multipart.mediaType()).body(multipart.length(), multipart);
    }

    /** Returns a response with all metadata of a file except its type. */
    private static Response described(int status, String name, Representation form) {
        Response response = Response.of(status)
                .header("ETag", form.file().tag().toString())
                .header("Last-Modified", HttpDate.format(form.file().modifiedAt()))
                .header("Cache-Control", HASHED.matcher(name).find() ? FOR_EVER : "no-cache")
                .header("Accept-Ranges", "bytes")
                .header("X-Content-Type-Options", "nosniff");
        if (form.isCoded() && status != 304) response.header("Content-Encoding", form.coding());
        if (form.varies()) response.header("Vary", "Accept-Encoding");
        return response;
    }
}
