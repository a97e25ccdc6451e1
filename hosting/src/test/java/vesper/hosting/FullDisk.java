package vesper.hosting;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
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

/** Another disk, which has room for folders and for the names of files, and not for what is in them. */
final class FullDisk extends FileSystem {
    private final Provider provider = new Provider();

    private FullDisk() {}

    /** A folder of the disk that is there, seen as one of another that is full. */
    static Path at(Path folder) {
        return new FullDisk().wrapped(folder);
    }

    private Path wrapped(Path path) {
        return (Path) Proxy.newProxyInstance(
                Wrapped.class.getClassLoader(), new Class<?>[] {Wrapped.class}, (_, method, given) -> {
                    if (method.getName().equals("getFileSystem")) return this;
                    if (method.getName().equals("unwrapped")) return path;
                    Object[] arguments = given == null ? new Object[0] : given.clone();
                    for (int i = 0; i < arguments.length; i++) {
                        if (arguments[i] instanceof Path other) arguments[i] = real(other);
                    }
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

    private static Path real(Path path) {
        return path instanceof Wrapped wrapped ? wrapped.unwrapped() : path;
    }

    private static final class Provider extends FileSystemProvider {
        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            SeekableByteChannel channel = Files.newByteChannel(real(path), options, attributes);
            return (SeekableByteChannel) Proxy.newProxyInstance(
                    SeekableByteChannel.class.getClassLoader(),
                    new Class<?>[] {SeekableByteChannel.class},
                    (_, method, given) -> {
                        boolean writes = method.getName().equals("write") && given[0] instanceof ByteBuffer;
                        if (writes) throw new FileSystemException(path.toString(), null, "No space left on device");
                        return method.invoke(channel, given);
                    });
        }

        @Override
        public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
            Files.createDirectory(real(folder), attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            Files.delete(real(path));
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            return Files.newDirectoryStream(real(folder), filter);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return Files.readAttributes(real(path), type, options);
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            real(path).getFileSystem().provider().checkAccess(real(path), modes);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            return Files.isSameFile(real(path), real(other));
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return Files.getFileAttributeView(real(path), type, options);
        }

        @Override
        public String getScheme() {
            return "full";
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
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) {
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
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAttribute(Path path, String attribute, @Nullable Object value, LinkOption... options) {
            throw new UnsupportedOperationException();
        }
    }

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
