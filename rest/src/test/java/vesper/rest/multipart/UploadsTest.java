package vesper.rest.multipart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.RefusedException;
import vesper.http.files.DiskThreads;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UploadsTest {
    private static final DiskThreads DISK = DiskThreads.on(Runnable::run);
    private static final String TYPE = "multipart/form-data; boundary=XX";
    private static final int LARGE = 300_000;

    @TempDir
    Path folder;

    @Test
    void small_parts_stay_in_memory_and_large_ones_go_to_files_of_our_naming() throws IOException {
        try (Uploads uploads = uploads()) {
            Upload upload = uploads.receive(sent(part("small", "s"), part("large", "l".repeat(LARGE))), TYPE);
            assertThat(upload.partsNamed("small")).singleElement().satisfies(part -> {
                assertThat(part.file()).isEmpty();
                assertThat(part.bytes()).isEqualTo("s".getBytes(UTF_8));
            });
            Part large = upload.partsNamed("large").getFirst();
            assertThat(large.file()).hasValueSatisfying(file -> {
                assertThat(file).startsWith(folder).hasSize(LARGE);
                assertThat(file.getFileName().toString()).startsWith("upload-").doesNotContain("evil");
            });
            assertThat(large.sizeBytes()).isEqualTo(LARGE);
            assertThat(new String(large.bytes(), UTF_8)).isEqualTo("l".repeat(LARGE));
            assertThat(uploads.diskBytes()).isEqualTo(LARGE);
            upload.close();
            upload.close();
            assertThat(files()).isEmpty();
            assertThat(uploads.diskBytes()).isZero();
            assertThat(uploads.memoryBytes()).isZero();
        }
    }

    @Test
    void many_small_parts_do_not_fill_the_heap() throws IOException {
        try (Uploads uploads = uploads()) {
            String[] parts = new String[20];
            for (int i = 0; i < parts.length; i++) parts[i] = part("p", "x".repeat(60_000));
            Upload upload = uploads.receive(sent(parts), TYPE);
            assertThat(upload.parts()).hasSize(20);
            assertThat(uploads.memoryBytes()).isLessThanOrEqualTo(256 << 10);
            assertThat(uploads.diskBytes()).isEqualTo(16 * 60_000);
            upload.close();
        }
    }

    @Test
    void what_fails_leaves_nothing_behind() throws IOException {
        try (Uploads uploads = uploads()) {
            String large = part("large", "l".repeat(LARGE));
            assertStatus(400, () -> uploads.receive(stream("--XX\r\n" + large + "cut off"), TYPE));
            assertStatus(413, () -> uploads.receive(sent(large, part("over", "x".repeat(3 << 20))), TYPE));
            assertThatThrownBy(() -> uploads.receive(new Broken(sent(large)), TYPE))
                    .isInstanceOf(IOException.class);
            assertThat(files()).isEmpty();
            assertThat(uploads.diskBytes()).isZero();
            assertThat(uploads.memoryBytes()).isZero();
        }
    }

    @Test
    void a_full_disk_is_told_in_words_and_leaves_nothing_behind() throws IOException {
        Path full = Path.of("/dev/full");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full));
        UploadStorage.FileOpener opening = file -> {
            Files.createFile(file);
            return FileChannel.open(full, StandardOpenOption.WRITE);
        };
        try (Uploads uploads = new Uploads(folder, limits(1 << 30), DISK, opening)) {
            assertThatThrownBy(() -> uploads.receive(sent(part("large", "l".repeat(LARGE))), TYPE))
                    .isInstanceOfSatisfying(RefusedException.class, e -> {
                        assertThat(e.refusal().status()).isEqualTo(507);
                        assertThat(e.refusal().detail())
                                .contains("not enough disk space")
                                .doesNotContain(folder.toString());
                    });
            assertThat(files()).isEmpty();
            assertThat(uploads.diskBytes()).isZero();
        }
    }

    @Test
    void a_disk_that_fails_in_another_way_is_not_called_full() throws IOException {
        UploadStorage.FileOpener opening = file -> {
            throw new IOException("Input/output error");
        };
        try (Uploads uploads = new Uploads(folder, limits(1 << 30), DISK, opening)) {
            assertStatus(503, () -> uploads.receive(sent(part("large", "l".repeat(LARGE))), TYPE));
        }
    }

    @Test
    void all_uploads_together_take_no_more_of_the_disk_than_they_may() throws IOException {
        try (Uploads uploads = new Uploads(folder, limits(2 * LARGE), DISK, UploadStorage.FileOpener.NEW_FILE)) {
            Upload first = uploads.receive(sent(part("a", "1".repeat(LARGE))), TYPE);
            Upload second = uploads.receive(sent(part("a", "2".repeat(LARGE))), TYPE);
            assertStatus(503, () -> uploads.receive(sent(part("a", "3".repeat(LARGE))), TYPE));
            first.close();
            uploads.receive(sent(part("a", "3".repeat(LARGE))), TYPE).close();
            second.close();
            assertThat(uploads.diskBytes()).isZero();
        }
    }

    @Test
    void where_no_thread_is_free_to_write_the_client_is_told_to_come_again() throws Exception {
        DiskThreads busy = DiskThreads.on(task -> {
            throw new RejectedExecutionException();
        });
        try (Uploads uploads = new Uploads(folder, limits(1 << 30), busy, UploadStorage.FileOpener.NEW_FILE)) {
            onVirtualThread(() ->
                    assertStatus(503, () -> uploads.receive(sent(part("large", "l".repeat(LARGE))), TYPE)));
        }
    }

    @Test
    void a_receiver_that_is_interrupted_while_the_disk_is_slow_leaves_no_file_behind() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        AtomicReference<FileChannel> opened = new AtomicReference<>();
        UploadStorage.FileOpener slowly = file -> {
            opening.countDown();
            awaitUninterruptibly(slow);
            opened.set(UploadStorage.FileOpener.NEW_FILE.open(file));
            return opened.get();
        };
        try (DiskThreads disk = DiskThreads.start(1);
                Uploads uploads = new Uploads(folder, limits(1 << 30), disk, slowly)) {
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread receiver = Thread.startVirtualThread(() -> {
                outcome.complete(catchThrowable(() -> uploads.receive(sent(part("large", "l".repeat(LARGE))), TYPE)));
            });
            opening.await();
            receiver.interrupt();
            slow.countDown();
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
            receiver.join();
            // Runs after the deletion, because there is only one disk thread.
            onVirtualThread(() -> assertThat(disk.call(this::files)).isEmpty());
            assertThat(opened.get().isOpen()).isFalse();
            assertThat(uploads.diskBytes()).isZero();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void onVirtualThread(ThrowableAssert.ThrowingCallable action) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                action.call();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        done.get(10, TimeUnit.SECONDS);
    }

    @Test
    void what_a_process_that_died_has_left_is_deleted_at_the_start() throws IOException {
        Path dead = left("uploads-999999999", Instant.now());
        Path deadWithSuffix = left("uploads-999999999-18446744073709551615", Instant.now());
        Path formerOwnNumber = left("uploads-" + ProcessHandle.current().pid(), Instant.EPOCH);
        Path others = left("something-else", Instant.EPOCH);
        try (Uploads uploads = uploads()) {
            assertThat(dead).doesNotExist();
            assertThat(deadWithSuffix).doesNotExist();
            assertThat(formerOwnNumber).doesNotExist();
            assertThat(others.resolve("upload-1")).exists();
            assertThat(uploads.diskBytes()).isZero();
        }
    }

    @Test
    void a_second_server_of_the_same_process_leaves_the_files_of_the_first_alone() throws IOException {
        try (Uploads first = uploads()) {
            Upload upload = first.receive(sent(part("large", "l".repeat(LARGE))), TYPE);
            Uploads.inFolder(folder, limits(1 << 30), DISK);
            assertThat(upload.partsNamed("large").getFirst().bytes()).hasSize(LARGE);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void nothing_is_deleted_through_a_link() throws IOException {
        Path elsewhere = left("elsewhere", Instant.EPOCH);
        Files.createSymbolicLink(folder.resolve("uploads-999999999"), elsewhere);
        Files.createSymbolicLink(folder.resolve("uploads-999999998-12"), elsewhere);
        uploads().close();
        assertThat(elsewhere.resolve("upload-1")).exists();
    }

    @Test
    void in_the_folder_for_everybodys_temporary_files_nothing_is_cleaned_up() throws IOException {
        Path everybodys = Path.of(System.getProperty("java.io.tmpdir"));
        Path others = Files.createDirectories(everybodys.resolve("uploads-999999999"));
        try {
            Uploads.temporary(UploadLimits.DEFAULTS, DISK).close();
            assertThat(others).exists();
        } finally {
            Files.delete(others);
        }
    }

    @Test
    void each_has_a_folder_of_its_own_that_nobody_else_may_look_into() throws IOException {
        try (Uploads one = uploads();
                Uploads other = uploads()) {
            Path first = fileOf(one.receive(sent(part("large", "1".repeat(LARGE))), TYPE));
            Path second = fileOf(other.receive(sent(part("large", "2".repeat(LARGE))), TYPE));
            assertThat(first.getParent()).isNotEqualTo(second.getParent());
            assertThat(Files.getPosixFilePermissions(first.getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_folder_that_somebody_has_cleared_away_is_made_again() throws IOException {
        try (Uploads uploads = uploads()) {
            Path first = fileOf(uploads.receive(sent(part("large", "1".repeat(LARGE))), TYPE));
            Files.delete(first);
            Files.delete(first.getParent());
            assertThat(fileOf(uploads.receive(sent(part("large", "2".repeat(LARGE))), TYPE)))
                    .exists();
        }
    }

    @Test
    void what_lies_on_disk_is_read_by_threads_that_may_wait_for_it() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        DiskThreads disk = DiskThreads.on(task -> {
            asked.incrementAndGet();
            Thread.ofPlatform().start(task);
        });
        try (Uploads uploads = new Uploads(folder, limits(1 << 30), disk, UploadStorage.FileOpener.NEW_FILE)) {
            Part part = uploads.receive(sent(part("large", "l".repeat(LARGE))), TYPE)
                    .partsNamed("large")
                    .getFirst();
            Path copy = folder.resolve("copy");
            onVirtualThread(() -> {
                asked.set(0);
                assertThat(part.bytes()).hasSize(LARGE);
                assertThat(asked).hasValue(1);
                part.copyTo(copy);
                assertThat(asked).hasValue(2);
                try (InputStream in = part.stream()) {
                    assertThat(in.read()).isEqualTo('l');
                    assertThat(in.readAllBytes()).hasSize(LARGE - 1);
                }
                // One call opens the file, one reads each block of 64 KiB, and one finds the end.
                assertThat(asked).hasValue(2 + 1 + 5 + 1);
            });
            assertThat(copy).hasSize(LARGE);
        }
    }

    private static Path fileOf(Upload upload) {
        return upload.partsNamed("large").getFirst().file().orElseThrow();
    }

    private Path left(String name, Instant lastUsed) throws IOException {
        Path left = Files.createDirectory(folder.resolve(name));
        Files.writeString(left.resolve("upload-1"), "left");
        Files.setLastModifiedTime(left, FileTime.from(lastUsed));
        return left;
    }

    private Uploads uploads() {
        return Uploads.inFolder(folder, limits(1 << 30), DISK);
    }

    private static UploadLimits limits(long diskBytes) {
        return new UploadLimits(100, 8 << 10, 2 << 20, 4 << 20, 255, diskBytes);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static String part(String name, String content) {
        return "Content-Disposition: form-data; name=" + name + "; filename=\"../evil/" + name + ".sh\"\r\n\r\n"
                + content + "\r\n--XX";
    }

    private static InputStream sent(String... parts) {
        return stream("--XX\r\n" + String.join("\r\n", parts) + "--\r\n");
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private interface Receiving {
        Upload run() throws IOException;
    }

    private static void assertStatus(int status, Receiving receiving) {
        assertThatThrownBy(receiving::run)
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().status()).isEqualTo(status));
    }

    /** A client that disconnects in the middle of an upload. */
    private static final class Broken extends InputStream {
        private final InputStream in;
        private int left = 200_000;

        Broken(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left <= 0) throw new IOException("gone");
            left -= length;
            return in.read(target, offset, length);
        }
    }
}
