package vesper.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TemplateTest {
    private static final CsvTable PEOPLE = CsvTable.parse("name,town\nAda,London\nZoë,Genève\n".getBytes(UTF_8));

    @Test
    void a_counter_counts_requests_and_is_the_same_all_over_one() {
        assertThat(rendered("{counter}-{counter}", Share.ALL, 3)).containsExactly("1-1", "2-2", "3-3");
    }

    @Test
    void threads_share_the_numbers_of_a_counter() {
        assertThat(rendered("{counter}", new Share(0, 3), 3)).containsExactly("1", "4", "7");
        assertThat(rendered("{counter}", new Share(2, 3), 3)).containsExactly("3", "6", "9");
    }

    @Test
    void random_numbers_stay_within_their_bounds_and_reach_them() {
        List<String> seen = rendered("{random:-2:2}", Share.ALL, 500);
        assertThat(seen.stream().distinct()).containsExactlyInAnyOrder("-2", "-1", "0", "1", "2");
        assertThat(rendered("{random:-999999999999999999:999999999999999999}", Share.ALL, 100))
                .allSatisfy(number -> assertThat(Long.parseLong(number))
                        .isBetween(-1_000_000_000_000_000_000L, 1_000_000_000_000_000_000L));
    }

    @Test
    void a_uuid_is_one_of_version_4_and_another_every_time() {
        List<String> seen = rendered("{uuid}", Share.ALL, 100);
        assertThat(seen).doesNotHaveDuplicates().allSatisfy(text -> {
            UUID uuid = UUID.fromString(text);
            assertThat(uuid.version()).isEqualTo(4);
            assertThat(uuid.variant()).isEqualTo(2);
            assertThat(uuid).hasToString(text);
        });
    }

    @Test
    void columns_come_from_one_row_and_rows_come_in_turn() {
        assertThat(rendered("{\"of\":\"{csv:town}\",\"is\":\"{csv:name}\"}", Share.ALL, 3))
                .containsExactly(
                        "{\"of\":\"London\",\"is\":\"Ada\"}",
                        "{\"of\":\"Genève\",\"is\":\"Zoë\"}",
                        "{\"of\":\"London\",\"is\":\"Ada\"}");
    }

    @Test
    void other_text_in_braces_stays() {
        String json = "{\"a\":{},\"b\":\"{count}\",\"c\":[{\"ü\":1}]}";
        assertThat(rendered(json, Share.ALL, 1)).containsExactly(json);
        assertThat(Template.of(json.getBytes(UTF_8), CsvTable.NONE).isConstant())
                .isTrue();
    }

    @Test
    void what_cannot_be_filled_is_refused() {
        assertThatThrownBy(() -> Template.of("{csv:age}".getBytes(UTF_8), PEOPLE))
                .hasMessage("unknown column age; known are name, town");
        assertThatThrownBy(() -> Template.of("{csv:age}".getBytes(UTF_8), CsvTable.NONE))
                .hasMessage("unknown column age; no CSV file was given");
        assertThatThrownBy(() -> Template.of("{random:5:4}".getBytes(UTF_8), PEOPLE))
                .hasMessage("{random:5:4} ends below its start");
    }

    @Test
    void filling_allocates_nothing() {
        Template template = Template.of("{counter} {random:1:1000000} {uuid} {csv:name}".getBytes(UTF_8), PEOPLE);
        ByteBuffer buffer = ByteBuffer.allocate(template.maxBytes());
        var draw = new RenderContext(1, Share.ALL);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 20_000; i++) next(template, draw, buffer);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 20_000; i++) next(template, draw, buffer);
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 20_000.0)
                .isLessThan(1);
    }

    private static void next(Template template, RenderContext draw, ByteBuffer buffer) {
        draw.advance();
        template.render(draw, buffer.clear());
    }

    private static List<String> rendered(String text, Share share, int times) {
        Template template = Template.of(text.getBytes(UTF_8), PEOPLE);
        ByteBuffer buffer = ByteBuffer.allocate(template.maxBytes());
        var draw = new RenderContext(7, share);
        return IntStream.range(0, times)
                .mapToObj(_ -> {
                    next(template, draw, buffer);
                    return UTF_8.decode(buffer.flip()).toString();
                })
                .toList();
    }
}
