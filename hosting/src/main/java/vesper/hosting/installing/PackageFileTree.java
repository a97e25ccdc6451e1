package vesper.hosting.installing;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Operations on a file or folder with everything below it. Links are not followed, so their targets are not affected.
 */
final class PackageFileTree {
    private PackageFileTree() {}

    static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) return;
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                if (e != null) throw e;
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Moves to a target that does not exist, which may be on another disk. If this fails, the target does not exist.
     */
    static void move(Path root, Path target) throws IOException {
        try {
            Files.move(root, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            copy(root, target);
            delete(root);
        }
    }

    /** Copies to a target that does not exist. If this fails, the target does not exist. */
    static void copy(Path root, Path target) throws IOException {
        try {
            copyAll(root, target);
        } catch (IOException e) {
            try {
                delete(target);
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static void copyAll(Path root, Path target) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(target.resolve(root.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = target.resolve(root.relativize(file));
                Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
