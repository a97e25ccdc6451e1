package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import vesper.http.files.DiskThreads;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;
import vesper.testing.Eventually;

/** The files of an upload, from the first byte until they are no longer needed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class UploadExchangeTest {
    private static final int SIZE = 300_000;

    @RestController
    public static class Receiver {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final AtomicReference<Object> seen = new AtomicReference<>();

        @PostMapping("size")
        public long size(@RequestPart("file") MultipartFile file) {
            return file.getSize();
        }

        @PostMapping("fails")
        public long fails(@RequestPart("file") MultipartFile file) {
            throw new IllegalStateException("on purpose, with " + file.getSize() + " bytes");
        }

        @PostMapping("sent-back")
        public StreamingBody sentBack(@RequestPart("file") MultipartFile file) {
            return out -> file.getInputStream().transferTo(out);
        }

        @PostMapping("slow")
        public String slow(@RequestPart("file") MultipartFile file) throws Exception {
            entered.countDown();
            if (!mayGoOn.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("nobody let it go on");
            try {
                seen.set(file.getBytes().length);
            } catch (IOException e) {
                seen.set(e);
            }
            return "done";
        }
    }

    private final Receiver files = new Receiver();

    @TempDir
    Path folder;

    private Uploads uploads;
    private Wire wire;

    @BeforeEach
    void serve() throws Exception {
        uploads = Uploads.inFolder(folder, UploadLimits.DEFAULTS, DiskThreads.on(Runnable::run));
        wire = new Wire(ControllerContext.defaults(Runnable::run).with(uploads), files);
    }

    @AfterEach
    void stop() {
        wire.close();
        uploads.close();
    }

    @Test
    void nothing_is_left_after_an_answer_or_a_failure() throws Exception {
        for (String path : List.of("size", "fails", "nowhere")) {
            try (Wire.Caller client = wire.call(upload(path, "x".repeat(SIZE)))) {
                client.lineWith("HTTP");
                nothingIsLeft();
            }
        }
    }

    @Test
    void an_answer_may_be_read_from_the_file_that_came() throws Exception {
        try (Wire.Caller client = wire.call(upload("sent-back", "x".repeat(SIZE)))) {
            client.lineWith("HTTP");
            long received = 0;
            for (String line = client.lineWith(""); !line.equals("0"); line = client.lineWith("")) {
                if (line.startsWith("x")) received += line.length();
            }
            assertThat(received).isEqualTo(SIZE);
            nothingIsLeft();
        }
    }

    @Test
    void a_client_that_leaves_in_the_middle_leaves_nothing_behind() throws Exception {
        String upload = upload("size", "x".repeat(SIZE));
        Wire.Caller client = wire.call(upload.substring(0, upload.length() - 1000));
        Eventually.until("a file", () -> uploads.diskBytes() > 0);
        client.reset();
        nothingIsLeft();
    }

    @Test
    void a_handler_keeps_its_files_after_its_client_has_left() throws Exception {
        Wire.Caller client = wire.call(upload("slow", "x".repeat(SIZE)));
        assertThat(files.entered.await(10, TimeUnit.SECONDS)).isTrue();
        client.reset();
        Eventually.until("noticed", () -> wire.server().connections() == 0);
        files.mayGoOn.countDown();
        Eventually.until("read", () -> files.seen.get() != null);
        assertThat(files.seen.get()).isEqualTo(SIZE);
        nothingIsLeft();
    }

    private void nothingIsLeft() {
        Eventually.until("nothing left", () -> uploads.diskBytes() == 0 && uploads.memoryBytes() == 0 && isEmpty());
    }

    private boolean isEmpty() {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.noneMatch(Files::isRegularFile);
        } catch (IOException e) {
            return false;
        }
    }

    private static String upload(String path, String content) {
        String body = "--XX\r\nContent-Disposition: form-data; name=file; filename=a.bin\r\n\r\n" + content
                + "\r\n--XX--\r\n";
        return "POST /api/" + path
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=XX\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
