package vesper.journal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Calls {@code posix_fallocate} of the C library (IEEE Std 1003.1), which allocates room for a file that reads as zeros
 * without writing them. Java has no such call and does not expose a channel's descriptor, so the file is opened again.
 *
 * <p>Available on 64-bit Linux, in a JVM that lets this module call native code ({@code --enable-native-access}).
 */
@SuppressWarnings("restricted") // checked before use
final class Fallocate {
    // The values of the Linux headers fcntl.h and errno.h, the same on every processor that the JDK supports.
    private static final int READ_AND_WRITE = 2;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int EINTR = 4;
    private static final int EINVAL = 22;
    private static final int ENOSPC = 28;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;
    private static final int EDQUOT = 122;

    private static final Optional<Fallocate> INSTANCE = find();

    private final MethodHandle open;
    private final MethodHandle close;
    private final MethodHandle fallocate;

    private Fallocate(MethodHandle open, MethodHandle close, MethodHandle fallocate) {
        this.open = open;
        this.close = close;
        this.fallocate = fallocate;
    }

    private static Optional<Fallocate> find() {
        boolean isKnown = System.getProperty("os.name").equals("Linux") && ADDRESS.byteSize() == Long.BYTES;
        if (!isKnown || !Fallocate.class.getModule().isNativeAccessEnabled()) return Optional.empty();
        Linker linker = Linker.nativeLinker();
        var library = linker.defaultLookup();
        return library.find("posix_fallocate")
                .map(found -> new Fallocate(
                        linker.downcallHandle(
                                library.findOrThrow("open"),
                                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                                Linker.Option.firstVariadicArg(2)),
                        linker.downcallHandle(library.findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT)),
                        linker.downcallHandle(found, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG))));
    }

    /**
     * Allocates room for an existing file.
     *
     * @return false if this system or file system does not support the call; nothing is allocated
     * @throws IOException if there is no room
     */
    static boolean allocate(Path file, long sizeBytes) throws IOException {
        return INSTANCE.isPresent() && INSTANCE.get().allocateRoom(file, sizeBytes);
    }

    private boolean allocateRoom(Path file, long sizeBytes) throws IOException {
        int error = call(file, sizeBytes);
        return switch (error) {
            case 0 -> true;
            case EINTR, EINVAL, ENOSYS, EOPNOTSUPP -> false;
            case ENOSPC -> throw new IOException(file + ": no space left on device");
            case EDQUOT -> throw new IOException(file + ": disk quota exceeded");
            default -> throw new IOException(file + ": posix_fallocate: error " + error);
        };
    }

    /** @return the error number, 0 for success */
    private int call(Path file, long sizeBytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(file.toString());
            int descriptor = (int) open.invokeExact(name, READ_AND_WRITE | CLOSE_ON_EXEC);
            // The C library may encode file names differently than the JDK.
            if (descriptor < 0) return ENOSYS;
            int error = (int) fallocate.invokeExact(descriptor, 0L, sizeBytes);
            int _ = (int) close.invokeExact(descriptor);
            return error;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new IllegalStateException(other);
        }
    }
}
