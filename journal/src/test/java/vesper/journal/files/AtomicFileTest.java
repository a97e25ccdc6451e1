package vesper.journal.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void the_content_is_there_and_nothing_else_whatever_was_left_before() throws Exception {
        Path file = folder.resolve("file");
        Files.writeString(folder.resolve("file.new"), "what a crash left, and longer than what is written now");
        for (String content : new String[] {"one", "", "three"}) {
            AtomicFile.replace(file, content.getBytes(UTF_8));
            assertThat(file).hasContent(content);
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactly(file);
            }
        }
        AtomicFile.replace(file, Stream.of("a", "", "bc").map(UTF_8::encode).toList());
        assertThat(file).hasContent("abc");
    }

    @Test
    void a_file_that_cannot_be_replaced_is_as_it_was() throws Exception {
        Path file = folder.resolve("file");
        AtomicFile.replace(file, "before".getBytes(UTF_8));
        Files.createDirectories(folder.resolve("file.new"));
        assertThatThrownBy(() -> AtomicFile.replace(file, List.of(ByteBuffer.allocate(3))))
                .isInstanceOf(IOException.class);
        assertThat(file).hasContent("before");
    }

    @Test
    void content_and_name_are_forced_to_the_disk() throws Exception {
        Path file = folder.resolve("new/folder/file");
        List<Path> forced = forced(() -> AtomicFile.replace(file, "content".getBytes(UTF_8)));
        assertThat(forced)
                .containsExactly(folder, folder.resolve("new"), file.resolveSibling("file.new"), file.getParent());
    }

    @Test
    void an_interrupt_is_kept_and_the_name_is_forced_all_the_same() throws Exception {
        List<Path> forced = forced(() -> {
            Thread.currentThread().interrupt();
            DurableFolder.sync(folder);
            assertThat(Thread.interrupted()).isTrue();
        });
        assertThat(forced).containsExactly(folder);
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Returns the paths that the work forced, as recorded by the JVM. */
    private List<Path> forced(Work work) throws Exception {
        Path recordingFile = Files.createTempFile("forced", ".jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            work.run();
            recording.stop();
            recording.dump(recordingFile);
            return RecordingFile.readAllEvents(recordingFile).stream()
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .map(AtomicFileTest::path)
                    .filter(path -> path.startsWith(folder))
                    .toList();
        } finally {
            Files.delete(recordingFile);
        }
    }

    private static Path path(RecordedEvent event) {
        return Path.of(event.getString("path"));
    }
}
