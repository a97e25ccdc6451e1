package vesper.launcher.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BatchedLinesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, StackOverflowError.class, NoClassDefFoundError.class})
    void a_line_that_cannot_be_formatted_costs_no_other_and_is_told(Class<? extends Throwable> thrown) {
        try (BatchedLines<String> lines = to(written, 16)) {
            lines.give("throw " + thrown.getSimpleName());
            lines.give("one");
            await("1 lost\n");
            lines.give("two");
            await("two\n");
        }
        assertThat(text().lines()).containsExactlyInAnyOrder("one", "1 lost", "two");
    }

    @Test
    void lines_for_which_there_was_no_room_are_counted_and_told_once() throws Exception {
        CountDownLatch readAgain = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                written.write(b);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                stuck.countDown();
                try {
                    readAgain.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                written.write(bytes, offset, length);
            }
        };
        try (BatchedLines<String> lines = to(slow, 2)) {
            lines.give("first");
            stuck.await();
            for (int i = 0; i < 5; i++) lines.give("next");
            readAgain.countDown();
        }
        assertThat(text()).isEqualTo("first\nnext\nnext\n3 lost\n");
    }

    @Test
    void lines_that_the_target_refused_are_told_when_it_takes_some_again() {
        boolean[] refuses = {true};
        OutputStream target = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                if (refuses[0]) throw new IOException("full");
                written.write(b);
            }
        };
        try (BatchedLines<String> lines = to(target, 16)) {
            lines.give("one");
            lines.flush();
            refuses[0] = false;
        }
        assertThat(text()).isEqualTo("1 lost\n");
    }

    private static BatchedLines<String> to(OutputStream target, int capacity) {
        return BatchedLines.to(
                target,
                "lines under test",
                capacity,
                BatchedLinesTest::format,
                (text, lost) -> text.append(lost).append(" lost\n"));
    }

    private static void format(String line, StringBuilder text) {
        text.append(line).append('\n');
        switch (line) {
            case "throw IllegalStateException" -> throw new IllegalStateException("no text");
            case "throw StackOverflowError" -> throw new StackOverflowError();
            case "throw NoClassDefFoundError" -> throw new NoClassDefFoundError("Gone");
            default -> {}
        }
    }

    private void await(String part) {
        Eventually.until(() -> text().contains(part), this::text);
    }

    private String text() {
        return written.toString(UTF_8);
    }
}
