package vesper.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A view of the real disk that injects faults, including permission errors, which root does not get otherwise.
 * Operations on an open {@link FileChannel} are not intercepted.
 */
public final class FaultyDisk extends FileSystem {
    /** An operation on a file. */
    public enum Act {
        LOOK,
        CHECK_READABLE,
        OPEN,
        WRITE
    }

    /** A hook that is called before each operation. An exception that it throws becomes the operation's result. */
    @FunctionalInterface
    public interface Faults {
        void before(Act act, Path file) throws IOException;
    }

    private final FileSystem files;
    private final Faults faults;
    private final Provider provider = new Provider();

    private FaultyDisk(FileSystem files, Faults faults) {
        this.files = files;
        this.faults = faults;
    }

    /** Returns the same path on a disk with faults. */
    public static Path at(Path path, Faults faults) {
        return new FaultyDisk(path.getFileSystem(), faults).wrapped(path);
    }

    /** Returns the same path on a full disk, which can create folders and empty files but write no content. */
    public static Path fullAt(Path path) {
        return at(path, (act, file) -> {
            if (act == Act.WRITE) throw new FileSystemException(file.toString(), null, "No space left on device");
        });
    }

    /** A path on this disk. */
    interface Wrapped extends Path {
        Path unwrapped();
    }

    private Path wrapped(Path path) {
        return proxy(Wrapped.class, (method, given) -> switch (method.getName()) {
            case "getFileSystem" -> this;
            case "unwrapped" -> path;
            default -> {
                for (int i = 0; i < given.length; i++) if (given[i] instanceof Path other) given[i] = real(other);
                Object result = method.invoke(path, given);
                yield result instanceof Path other ? wrapped(other) : result;
            }
        });
    }

    private static Path real(Path path) {
        return path instanceof Wrapped wrapped ? wrapped.unwrapped() : path;
    }

    private interface Call {
        @Nullable
        Object answer(Method method, @Nullable Object[] given) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
            try {
                return call.answer(method, given == null ? new Object[0] : given.clone());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private record Listing(Iterator<Path> iterator) implements DirectoryStream<Path> {
        @Override
        public void close() {}
    }

    private final class Provider extends FileSystemProvider {
        @Override
        public String getScheme() {
            return "faulty";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw noAddress();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw noAddress();
        }

        @Override
        public Path getPath(URI uri) {
            throw noAddress();
        }

        private static UnsupportedOperationException noAddress() {
            return new UnsupportedOperationException("a disk with faults has no address, only FaultyDisk.at");
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            faults.before(Act.OPEN, real(path));
            return FileChannel.open(real(path), options, attributes);
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            faults.before(Act.OPEN, real(path));
            SeekableByteChannel channel = Files.newByteChannel(real(path), options, attributes);
            return proxy(SeekableByteChannel.class, (method, given) -> {
                boolean writes = method.getName().equals("write") && given[0] instanceof ByteBuffer;
                if (writes) faults.before(Act.WRITE, real(path));
                return method.invoke(channel, given);
            });
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(real(folder))) {
                for (Path entry : entries) if (filter.accept(wrapped(entry))) found.add(wrapped(entry));
            }
            return new Listing(found.iterator());
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
        public void copy(Path source, Path target, CopyOption... options) throws IOException {
            faults.before(Act.WRITE, real(target));
            Files.copy(real(source), real(target), options);
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            Files.move(real(source), real(target), options);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            return Files.isSameFile(real(path), real(other));
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return Files.isHidden(real(path));
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return Files.getFileStore(real(path));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            faults.before(modes.length == 0 ? Act.LOOK : Act.CHECK_READABLE, real(path));
            files.provider().checkAccess(real(path), modes);
        }

        @Override
        public <V extends FileAttributeView> @Nullable V getFileAttributeView(
                Path path, Class<V> type, LinkOption... options) {
            return Files.getFileAttributeView(real(path), type, options);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            faults.before(Act.LOOK, real(path));
            return Files.readAttributes(real(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            faults.before(Act.LOOK, real(path));
            return Files.readAttributes(real(path), attributes, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, @Nullable Object value, LinkOption... options)
                throws IOException {
            Files.setAttribute(real(path), attribute, value, options);
        }
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    @Override
    public boolean isOpen() {
        return files.isOpen();
    }

    @Override
    public boolean isReadOnly() {
        return files.isReadOnly();
    }

    @Override
    public String getSeparator() {
        return files.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        List<Path> roots = new ArrayList<>();
        files.getRootDirectories().forEach(root -> roots.add(wrapped(root)));
        return roots;
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return files.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return files.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return wrapped(files.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = files.getPathMatcher(pattern);
        return path -> matcher.matches(real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return files.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
        return files.newWatchService();
    }
}
