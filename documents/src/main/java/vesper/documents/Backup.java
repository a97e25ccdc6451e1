package vesper.documents;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import vesper.documents.positions.Positions;
import vesper.journal.Journal;
import vesper.journal.SegmentInfo;
import vesper.journal.files.DurableFolder;

/**
 * A copy of the documents that is taken while they are written. The view of positions is copied first, then the journal
 * from its oldest segment on. So the copied journal has everything that the copied view refers to, and perhaps more:
 * opening the copy is like opening the folder after a crash at that moment.
 */
record Backup(Path names, Path journalFolder, Journal journal, Positions positions) {
    /** Writes the copy. It is written beside the target, forced to the disk and then renamed into place. */
    void write(Path target, String namesName, String journalName, String positionsName) throws IOException {
        if (Files.exists(target)) throw new FileAlreadyExistsException(target.toString());
        Path place = target.toAbsolutePath();
        Path beside = place.resolveSibling(place.getFileName() + ".partial");
        // Left by a failed attempt.
        DurableStore.delete(beside);
        DurableFolder.create(beside.resolve(journalName));
        positions.copyTo(beside.resolve(positionsName));
        if (Files.exists(names)) copy(names, beside.resolve(namesName));
        for (SegmentInfo segment : journal.segments()) {
            String file = Journal.fileName(segment.startPosition());
            copy(journalFolder.resolve(file), beside.resolve(journalName).resolve(file));
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(beside)) {
            files = all.toList();
        }
        for (Path file : files) force(file);
        Files.move(beside, place);
        Path parent = place.getParent();
        if (parent != null) DurableFolder.sync(parent);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (FileChannel source = FileChannel.open(from, READ);
                FileChannel copy = FileChannel.open(to, CREATE_NEW, WRITE)) {
            // Copy from the start of the file: its header never claims more than was there when the header was read.
            long at = 0;
            for (long moved; (moved = source.transferTo(at, Long.MAX_VALUE - at, copy)) > 0; ) at += moved;
        }
    }

    private static void force(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            DurableFolder.sync(file);
            return;
        }
        try (FileChannel channel = FileChannel.open(file, READ)) {
            channel.force(true);
        }
    }
}
