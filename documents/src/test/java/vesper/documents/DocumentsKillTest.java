package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.testing.Rounds;

/**
 * Processes that are killed at random moments, one after the other on the same documents, while compaction removes
 * small segments. {@code VESPER_DOCUMENTS_KILLS} sets their number. {@code VESPER_DOCUMENTS_SEED} repeats the moments
 * of a run, as far as scheduling allows.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsKillTest {
    private static final int WRITERS = 3;
    private static final int DOCUMENTS = 8;
    private static final int KEPT = 12;
    /** Writes in flight for each writer. */
    private static final int WINDOW = 20;

    private static final DocumentsOptions OPTIONS =
            DocumentsOptions.DEFAULTS.withSegmentBytes(64 << 10).withFeedBytes(0);
    private static final CollectionPolicy POLICY = CollectionPolicy.DURABLE.withVersions(KEPT);

    @TempDir
    Path folder;

    /**
     * By writer and document: the version that is known to be stored, because it was acknowledged or seen after a kill.
     */
    private final long[][] known = new long[WRITERS][DOCUMENTS];

    private long sequence;

    /** Its count is its version, so each version determines its content. */
    record Counted(int writer, int document, long count, String filling) {}

    static DocumentId id(int writer, int document) {
        return new DocumentId("w" + writer + "-" + document);
    }

    static Counted counted(int writer, int document, long count) {
        return new Counted(writer, document, count, "x".repeat((int) (count * 31 % 700)));
    }

    static DocumentCollection<Counted> collection(Documents documents) {
        return documents.collection("counted", StateForm.of(Counted.class, new Codec(false)), POLICY);
    }

    @Test
    @Timeout(900)
    void what_was_acknowledged_before_a_kill_is_there_and_nothing_else_was_made_up() throws Exception {
        int kills = Rounds.of("VESPER_DOCUMENTS_KILLS", 12, 200);
        long seed = Rounds.seed("VESPER_DOCUMENTS_SEED");
        var random = new Random(seed);
        long begun = System.nanoTime();
        long heard = 0;
        for (int kill = 0; kill < kills; kill++) {
            heard += runAndKill(random);
            try {
                check(random);
            } catch (IOException | RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ", kill " + kill, failure);
            }
        }
        System.out.printf(
                "%d kills, %d acknowledged writes heard of, %.1f s%n", kills, heard, (System.nanoTime() - begun) / 1e9);
        assertThat(heard).isGreaterThan(kills);
    }

    /** @return number of acknowledgements received */
    private long runAndKill(Random random) throws IOException, InterruptedException {
        Process process = Java.start(Writer.class, folder.toString());
        long heard = 0;
        try (var acknowledgements = new DataInputStream(process.getInputStream())) {
            // Some processes die while they open the documents, most while they write.
            boolean early = random.nextInt(8) == 0;
            if (early) process.waitFor(random.nextInt(900), TimeUnit.MILLISECONDS);
            int enough = early ? 0 : 1 + random.nextInt(1000);
            for (; heard < enough; heard++) hear(acknowledgements);
            process.destroyForcibly();
            try {
                for (; ; heard++) hear(acknowledgements);
            } catch (EOFException | ClosedPipe end) {
                // Every acknowledgement received before the end counts.
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return heard;
    }

    private void hear(DataInputStream acknowledgements) throws IOException {
        int writer;
        int document;
        long version;
        try {
            writer = acknowledgements.readInt();
            document = acknowledgements.readInt();
            version = acknowledgements.readLong();
        } catch (EOFException end) {
            throw end;
        } catch (IOException closed) {
            throw new ClosedPipe(closed);
        }
        known[writer][document] = Math.max(known[writer][document], version);
    }

    private void check(Random random) throws IOException, InterruptedException {
        if (random.nextInt(5) == 0 && Files.exists(folder.resolve("positions"))) {
            DurableCollectionTest.delete(folder.resolve("positions"));
        }
        try (Documents documents = Documents.open(folder, Clock.systemUTC(), OPTIONS)) {
            DocumentCollection<Counted> counted = collection(documents);
            for (int writer = 0; writer < WRITERS; writer++) {
                for (int document = 0; document < DOCUMENTS; document++) {
                    long version = checked(counted, writer, document);
                    assertThat(version).isGreaterThanOrEqualTo(known[writer][document]);
                    known[writer][document] = version;
                }
                // The last two documents are always written together.
                assertThat(known[writer][DOCUMENTS - 1]).isEqualTo(known[writer][DOCUMENTS - 2]);
            }
            checkFeed(counted);
        }
    }

    private long checked(DocumentCollection<Counted> counted, int writer, int document) {
        DocumentId id = id(writer, document);
        long newest = counted.version(id).number();
        List<Long> versions = new ArrayList<>();
        for (VersionInfo info : counted.versions(id, Optional.empty(), 1000).items()) {
            long version = info.version().number();
            versions.add(version);
            if (info.action() == Action.DELETED) {
                assertThat(version % 10).isZero();
                continue;
            }
            assertThat(counted.get(id, info.version()).orElseThrow().value())
                    .isEqualTo(counted(writer, document, version));
        }
        List<Long> expected = new ArrayList<>();
        for (long version = newest; version > Math.max(0, newest - KEPT); version--) expected.add(version);
        assertThat(versions).isEqualTo(expected);
        return newest;
    }

    /** Checks that the feed delivers consecutive changes. */
    private void checkFeed(DocumentCollection<Counted> counted) throws InterruptedException {
        assertThat(counted.sequence()).isGreaterThanOrEqualTo(sequence);
        long all = 0;
        for (long[] documents : known) for (long version : documents) all += version;
        assertThat(counted.sequence()).isEqualTo(all);
        try (Feed<Counted> feed = counted.follow(Math.max(0, all - 500))) {
            long last = feed.position();
            while (feed.next(100, Duration.ZERO) instanceof Feed.PollResult.Changes<Counted>(var changes)) {
                if (changes.isEmpty()) {
                    assertThat(last).isEqualTo(all);
                    break;
                }
                for (Change<Counted> change : changes)
                    assertThat(change.sequence()).isEqualTo(++last);
            }
        }
        sequence = all;
    }

    private static final class ClosedPipe extends IOException {
        private static final long serialVersionUID = 1;

        ClosedPipe(IOException cause) {
            super(cause);
        }
    }

    /**
     * Writes until it is killed, and reports each acknowledgement on its standard output: writer, document and version.
     */
    static final class Writer {
        private static DataOutputStream out;

        public static void main(String[] arguments) throws Exception {
            out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 16));
            Documents documents = Documents.open(Path.of(arguments[0]), Clock.systemUTC(), OPTIONS);
            DocumentCollection<Counted> counted = collection(documents);
            for (int writer = 0; writer < WRITERS; writer++) {
                int name = writer;
                Thread.ofPlatform().start(() -> write(documents, counted, name));
            }
        }

        private static void write(Documents documents, DocumentCollection<Counted> counted, int writer) {
            try {
                long[] versions = new long[DOCUMENTS];
                for (int i = 0; i < DOCUMENTS; i++)
                    versions[i] = counted.version(id(writer, i)).number();
                var inFlight = new Semaphore(WINDOW);
                for (long turn = 0; ; turn++) {
                    int document = (int) (turn % (DOCUMENTS - 1));
                    if (document == DOCUMENTS - 2) {
                        together(documents, counted, writer, ++versions[document]);
                    } else {
                        inFlight.acquire();
                        one(counted, writer, document, ++versions[document], inFlight);
                    }
                }
            } catch (InterruptedException | RuntimeException failure) {
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }

        /** Stores a version. Every tenth one is a deletion. */
        private static void one(
                DocumentCollection<Counted> counted, int writer, int document, long version, Semaphore inFlight) {
            DocumentId id = id(writer, document);
            var before = new Version(version % 10 == 1 ? 0 : version - 1);
            var write = version % 10 == 0
                    ? counted.deleteAsync(id, before)
                    : counted.putAsync(id, before, counted(writer, document, version));
            var _ = write.whenComplete((stored, failure) -> {
                requireStored(stored, version, failure);
                say(writer, document, version);
                inFlight.release();
            });
        }

        private static void together(
                Documents documents, DocumentCollection<Counted> counted, int writer, long version) {
            TransactionOutcome<Boolean> outcome = documents.transaction(tx -> {
                for (int i = DOCUMENTS - 2; i < DOCUMENTS; i++) {
                    tx.put(counted, id(writer, i), counted(writer, i, version));
                }
                return true;
            });
            if (!(outcome instanceof TransactionOutcome.Committed<Boolean>(var _, var stored))) {
                throw new IllegalStateException(outcome.toString());
            }
            for (Write.Stored each : stored) requireStored(each, version, null);
            for (int i = DOCUMENTS - 2; i < DOCUMENTS; i++) say(writer, i, version);
        }

        private static void requireStored(Write write, long version, Throwable failure) {
            boolean isIts =
                    write instanceof Write.Stored(var _, var stored, var _, var _) && stored.number() == version;
            if (isIts) return;
            System.err.println("expected version " + version + ", was " + write + " " + failure);
            Runtime.getRuntime().halt(1);
        }

        private static void say(int writer, int document, long version) {
            synchronized (Writer.class) {
                try {
                    out.writeInt(writer);
                    out.writeInt(document);
                    out.writeLong(version);
                    out.flush();
                } catch (IOException gone) {
                    Runtime.getRuntime().halt(1);
                }
            }
        }
    }
}
