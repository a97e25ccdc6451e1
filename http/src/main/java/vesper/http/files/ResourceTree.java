package vesper.http.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import vesper.http.content.EntityTag;

/**
 * A folder on the class path, in a jar or in a directory. Its content is assumed never to change, so each file is read
 * once and retained. It takes as much memory as all of its files that were ever requested.
 */
final class ResourceTree implements FileTree {
    private static final Found NOTHING = new Found.Nothing();
    private static final Found FOLDER = new Found.Folder();

    private final ClassLoader loader;
    private final String root;
    private final Map<String, Found> known = new ConcurrentHashMap<>();

    /** @param root as for {@link ClassLoader#getResource}, {@code vesper/console/web} */
    ResourceTree(ClassLoader loader, String root) {
        this.loader = loader;
        this.root = root;
    }

    @Override
    public Duration holds() {
        return Duration.ofDays(365);
    }

    @Override
    public Found at(FilePath path) throws IOException {
        if (path.segments().isEmpty()) return FOLDER;
        String name = root + "/" + String.join("/", path.segments());
        Found found = known.get(name);
        if (found != null) return found;
        found = read(name);
        // Missing names are not cached, since there are infinitely many.
        if (!found.equals(NOTHING)) known.put(name, found);
        return found;
    }

    private Found read(String name) throws IOException {
        // Not every jar has entries for its folders, and a folder without this file need not be found.
        if (loader.getResource(name + "/" + StaticFiles.INDEX) != null) return FOLDER;
        URL url = loader.getResource(name);
        if (url == null || isFolder(url, name)) return NOTHING;
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return new Found.File(new Resource(in.readAllBytes(), Instant.ofEpochMilli(connection.getLastModified())));
        }
    }

    private boolean isFolder(URL url, String name) {
        if (url.getProtocol().equals("file")) return Files.isDirectory(Path.of(URI.create(url.toString())));
        return loader.getResource(name + "/") != null;
    }

    /** A file whose tag is a hash of its content. */
    private static final class Resource implements StoredFile {
        private final byte[] content;
        private final Instant modifiedAt;
        private final EntityTag tag;

        Resource(byte[] content, Instant modifiedAt) {
            this.content = content;
            this.modifiedAt = modifiedAt;
            this.tag = EntityTag.strong(hash(content));
        }

        private static String hash(byte[] content) {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
                return HexFormat.of().formatHex(hash, 0, 12);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JVM has SHA-256", e);
            }
        }

        @Override
        public long sizeBytes() {
            return content.length;
        }

        @Override
        public Instant modifiedAt() {
            return modifiedAt;
        }

        @Override
        public EntityTag tag() {
            return tag;
        }

        @Override
        public boolean isInMemory() {
            return true;
        }

        @Override
        public byte[] read(long from, int length) {
            Objects.checkFromIndexSize(from, length, content.length);
            return Arrays.copyOfRange(content, (int) from, (int) from + length);
        }
    }
}
