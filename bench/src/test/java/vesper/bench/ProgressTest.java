package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void away_from_a_terminal_each_step_is_a_line_with_what_is_left() {
        Progress progress = progress(false);
        progress.log("starting");
        progress.expect(4);
        progress.log("warming");
        progress.step("warm");
        progress.step(2, "recorded");
        progress.end();
        progress.log("through");
        assertThat(text())
                .matches("\\[ +\\d+ s] starting\n"
                        + "\\[ +\\d+ s] warming\n"
                        + "\\[ +\\d+ s, 25 %, \\d+:\\d\\d left] warm\n"
                        + "\\[ +\\d+ s, 75 %, \\d+:\\d\\d left] recorded\n"
                        + "\\[ +\\d+ s] through\n");
    }

    @Test
    void on_a_terminal_a_bar_stays_under_the_lines() {
        Progress progress = progress(true);
        progress.expect(2);
        progress.step("warm");
        progress.end();
        assertThat(text())
                .matches("\r\u001b\\[K\\[ +\\d+ s] warm\n\\[#{15}\\.{15}] 50 %, \\d+:\\d\\d left\r\u001b\\[K");
    }

    @Test
    void and_what_is_driven_stays_under_the_bar_and_is_wiped_away_with_it() {
        Progress progress = progress(true);
        progress.expect(2);
        progress.setLastFigures("netty 49,000 requests/s");
        progress.setCurrent("vesper");
        progress.step("recorded");
        progress.end();
        String line = "now vesper; before, netty 49,000 requests/s";
        assertThat(text())
                .matches("\r\u001b\\[K\\[\\.{30}] \n" + line
                        + "\r\u001b\\[K\u001b\\[1A\r\u001b\\[K\\[ +\\d+ s] recorded\n"
                        + "\\[#{15}\\.{15}] 50 %, \\d+:\\d\\d left\n" + line
                        + "\r\u001b\\[K\u001b\\[1A\r\u001b\\[K");
    }

    private Progress progress(boolean isLive) {
        return new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), isLive);
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
