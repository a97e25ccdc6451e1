package vesper.hosting.compiling;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A SHA-256 over everything that determines the result of a compilation. Equal keys imply equal classes.
 *
 * @param hex 64 digits
 */
public record CacheKey(String hex) {
    private static final int COMPILER_CONFIGURATION = 2;

    /**
     * Returns the key of these inputs, combined with the compilers, the Java version and the platform of this program.
     *
     * @param dependencies keys of the packages that this one is compiled against
     * @throws UncheckedIOException if a library cannot be accessed
     */
    public static CacheKey of(
            List<SourceFile> sources, List<Path> libraries, List<CacheKey> dependencies, List<Class<?>> platform) {
        Digest digest = new Digest();
        digest.add("configuration " + COMPILER_CONFIGURATION);
        digest.add(System.getProperty("java.vm.version", ""));
        platform.forEach(type -> digest.addFile(originOf(type)));
        sources.forEach(source -> digest.add(source.path()).add(source.text()));
        libraries.forEach(digest::addFile);
        dependencies.forEach(key -> digest.add(key.hex));
        return new CacheKey(digest.hex());
    }

    /**
     * Returns the jar or class file of a class. A jar's name contains its version, and a rebuilt jar has another
     * modification time. Uses a resource lookup, because a class from an AOT cache may not know its code source.
     */
    private static Path originOf(Class<?> type) {
        var resource = type.getResource("/" + type.getName().replace('.', '/') + ".class");
        if (resource == null) throw new IllegalStateException(type + " has no class file");
        String place = resource.toString();
        boolean inJar = place.startsWith("jar:");
        return Path.of(URI.create(inJar ? place.substring("jar:".length(), place.indexOf("!/")) : place));
    }

    /** Writes the length before each text, so that different lists of texts never produce the same bytes. */
    private static final class Digest {
        private final MessageDigest sha256;

        Digest() {
            try {
                sha256 = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        Digest add(String text) {
            byte[] bytes = text.getBytes(UTF_8);
            sha256.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
            sha256.update(bytes);
            return this;
        }

        void addFile(Path file) {
            try {
                add(file.getFileName() + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot access " + file, e);
            }
        }

        String hex() {
            return HexFormat.of().formatHex(sha256.digest());
        }
    }
}
