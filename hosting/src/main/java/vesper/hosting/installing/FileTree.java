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

/** A file or folder with all that is below it. Links are links: what they lead to is left alone. */
final class FileTree {
    private FileTree() {}

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

    /** Moves it where nothing is yet, to another disk too; where that fails, nothing is there. */
    static void move(Path root, Path target) throws IOException {
        try {
            Files.move(root, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            copy(root, target);
            delete(root);
        }
    }

    /** Copies it where nothing is yet; where that fails, nothing is there. */
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
