package vesper.http;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The disk that is there, with faults: those of permissions too, which do not hold for root. Only what is served is
 * carried out.
 */
final class FaultyDisk {
    /** Something that is done to a file. */
    enum Act {
        LOOK,
        CHECK_READABLE,
        OPEN
    }

    /** Called before each act; what it throws is what the disk answers. */
    @FunctionalInterface
    interface Faults {
        void before(Act act, Path file) throws IOException;
    }

    private final Faults faults;
    private final FileSystem files = new Files();

    private FaultyDisk(Faults faults) {
        this.faults = faults;
    }

    /** The same path on a disk with faults. */
    static Path at(Path path, Faults faults) {
        return new FaultyDisk(faults).wrapped(path);
    }

    private Path wrapped(Path path) {
        return (Path) Proxy.newProxyInstance(
                Wrapped.class.getClassLoader(), new Class<?>[] {Wrapped.class}, (_, method, given) -> {
                    if (method.getName().equals("getFileSystem")) return files;
                    if (method.getName().equals("unwrapped")) return path;
                    Object[] arguments = given == null ? new Object[0] : given.clone();
                    for (int i = 0; i < arguments.length; i++) arguments[i] = plain(arguments[i]);
                    try {
                        Object result = method.invoke(path, arguments);
                        return result instanceof Path other ? wrapped(other) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A path of this disk. */
    interface Wrapped extends Path {
        Path unwrapped();
    }

    private static @Nullable Object plain(@Nullable Object argument) {
        return argument instanceof Wrapped path ? path.unwrapped() : argument;
    }

    private static Path real(Path path) {
        return path instanceof Wrapped wrapped ? wrapped.unwrapped() : path;
    }

    private final class Provider extends FileSystemProvider {
        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            faults.before(Act.LOOK, real(path));
            return java.nio.file.Files.readAttributes(real(path), type, options);
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            faults.before(modes.length == 0 ? Act.LOOK : Act.CHECK_READABLE, real(path));
            real(path).getFileSystem().provider().checkAccess(real(path), modes);
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            faults.before(Act.OPEN, real(path));
            return FileChannel.open(real(path), options, attributes);
        }

        @Override
        public String getScheme() {
            return "faulty";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void createDirectory(Path folder, FileAttribute<?>... attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSameFile(Path path, Path other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isHidden(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStore getFileStore(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAttribute(Path path, String attribute, @Nullable Object value, LinkOption... options) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Files extends FileSystem {
        private final Provider provider = new Provider();

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return true;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return List.of();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
