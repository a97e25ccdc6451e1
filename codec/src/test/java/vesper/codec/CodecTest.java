package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static vesper.codec.MediaFormat.JSON;
import static vesper.codec.MediaFormat.XML;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CodecTest {
    private final Codec codec = new Codec(true);
    private final Codec compact = new Codec(false);

    public static class APIResponse {
        private final String result = "OK";
        private final String message;

        APIResponse(String message) {
            this.message = message;
        }

        public String getResult() {
            return result;
        }

        public String getMessage() {
            return message;
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    record Everything(
            String zebra,
            Optional<String> maybe,
            Colour colour,
            LocalDate day,
            Instant at,
            Duration lasts,
            String none) {}

    private static final Everything EVERYTHING = new Everything(
            "z", Optional.empty(), Colour.RED, LocalDate.of(2026, 1, 31), Instant.EPOCH, Duration.ofMinutes(15), null);

    @Test
    void indented_JSON_has_two_blanks_a_level_and_bare_line_feeds() {
        byte[] text = codec.write(JSON, new APIResponse("Hello, world!"));
        assertThat(new String(text, UTF_8))
                .isEqualTo("{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}");
        assertThat(text).hasSize(52);
    }

    @Test
    void an_XML_root_is_named_after_the_class_and_has_no_declaration() {
        assertThat(xml(new APIResponse("Hello, world!")))
                .isEqualTo("<APIResponse><result>OK</result><message>Hello, world!</message></APIResponse>");
    }

    @Test
    void properties_keep_the_order_of_their_declaration_and_dates_are_ISO_text() {
        assertThat(json(EVERYTHING))
                .isEqualTo("{\"zebra\":\"z\",\"maybe\":null,\"colour\":\"RED\",\"day\":\"2026-01-31\","
                        + "\"at\":\"1970-01-01T00:00:00Z\",\"lasts\":\"PT15M\",\"none\":null}");
    }

    @Test
    void XML_leaves_out_what_is_null_or_absent() {
        assertThat(xml(EVERYTHING))
                .isEqualTo("<Everything><zebra>z</zebra><colour>RED</colour><day>2026-01-31</day>"
                        + "<at>1970-01-01T00:00:00Z</at><lasts>PT15M</lasts></Everything>");
    }

    @Test
    void a_map_is_a_response_and_a_list_has_items_in_XML() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", List.of("x", "y"));
        map.put("c", null);
        assertThat(xml(map)).isEqualTo("<response><a>1</a><b><b>x</b><b>y</b></b></response>");
        assertThat(xml(List.of(1, 2))).isEqualTo("<items><item>1</item><item>2</item></items>");
        assertThat(xml(new String[] {"x"})).isEqualTo("<items><item>x</item></items>");
        assertThat(xml(List.of())).isEqualTo("<items/>");
        assertThat(xml(Arrays.asList(1, null))).isEqualTo("<items><item>1</item><item/></items>");
    }

    @Test
    void a_list_in_a_map_has_an_element_of_its_own_in_XML_and_is_read_back() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sizes", List.of(1, 2));
        map.put("none", List.of());
        map.put("one", new String[] {"x"});
        String text =
                "<response><sizes><sizes>1</sizes><sizes>2</sizes></sizes><none/><one><one>x</one></one></response>";
        assertThat(xml(map)).isEqualTo(text);
        assertThat(read(text, new TypeReference<Map<String, List<String>>>() {}))
                .isEqualTo(Map.of("sizes", List.of("1", "2"), "none", List.of(), "one", List.of("x")));
    }

    @Test
    void a_list_in_a_list_has_items_in_XML_and_is_read_back() {
        List<List<Integer>> rows = List.of(List.of(1, 2), List.of(), List.of(3));
        String text = "<items><item><item>1</item><item>2</item></item><item/><item><item>3</item></item></items>";
        assertThat(xml(rows)).isEqualTo(text);
        assertThat(read(text, new TypeReference<List<List<Integer>>>() {})).isEqualTo(rows);
        assertThat(xml(new int[][][] {{{1}}, {}}))
                .isEqualTo("<items><item><item><item>1</item></item></item><item/></items>");
    }

    record Table(String name, List<List<Integer>> rows, Map<String, List<Integer>> sums) {}

    @Test
    void lists_in_lists_and_maps_of_a_record_survive_XML() {
        Table table = new Table("t", List.of(List.of(1, 2), List.of(3)), Map.of("all", List.of(6)));
        assertThat(xml(table))
                .isEqualTo("<Table><name>t</name><rows><rows><item>1</item><item>2</item></rows>"
                        + "<rows><item>3</item></rows></rows><sums><all><all>6</all></all></sums></Table>");
        assertThat(codec.read(XML, codec.write(XML, table), Table.class)).isEqualTo(new DecodeResult.Value<>(table));
    }

    @Test
    void JSON_that_is_no_UTF_8_is_refused_even_where_only_its_length_is_wrong() {
        byte[] overlong = {'"', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', (byte) 0xC0, (byte) 0xAF, '"'};
        byte[] surrogate = {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'};
        for (byte[] text : List.of(overlong, surrogate)) {
            assertThat(codec.read(JSON, text, String.class))
                    .isEqualTo(new DecodeResult.Malformed<>("The text is not UTF-8", 0, 0));
        }
        assertThat(codec.read(JSON, "\"grün, 😀\"".getBytes(UTF_8), String.class))
                .isEqualTo(new DecodeResult.Value<>("grün, 😀"));
    }

    private Object read(String text, TypeReference<?> type) {
        return ((DecodeResult.Value<Object>) codec.read(XML, text.getBytes(UTF_8), type.getType())).value();
    }

    @Test
    void map_keys_that_are_no_XML_names_are_escaped_and_read_back() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String key : List.of("two words", "1st", "<x>", "a:b")) map.put(key, "v");
        String text = xml(map);
        assertThat(text)
                .isEqualTo("<response><two_x0020_words>v</two_x0020_words><_x0031_st>v</_x0031_st>"
                        + "<_x003C_x_x003E_>v</_x003C_x_x003E_><a_x003A_b>v</a_x003A_b></response>");
        assertThat(codec.read(XML, text.getBytes(UTF_8), Map.class))
                .isEqualTo(
                        new DecodeResult.Value<Object>(Map.of("two words", "v", "1st", "v", "<x>", "v", "a:b", "v")));
    }

    @Test
    void characters_that_XML_cannot_hold_are_replaced() {
        assertThat(xml(Map.of("a", "x\u0000y<&"))).isEqualTo("<response><a>x\uFFFDy&lt;&amp;</a></response>");
    }

    @Test
    void any_text_like_value_is_text() {
        assertThat(json(Map.of("a", new StringBuilder("b")))).isEqualTo("{\"a\":\"b\"}");
        assertThat(json(new StringBuilder("b"))).isEqualTo("\"b\"");
    }

    @Test
    void a_text_larger_than_any_buffer_is_whole() {
        List<String> words = java.util.Collections.nCopies(20_000, "wörd");
        assertThat(json(words)).hasSize(20_000 * 7 + 1).endsWith("\"wörd\",\"wörd\"]");
        assertThat(xml(words)).endsWith("<item>wörd</item></items>");
    }

    @Test
    void buffers_are_kept_for_the_next_text_and_no_more_of_them_than_places() throws Exception {
        StripedBufferPool.SHARED.clear();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 1000; i++) threads.submit(() -> compact.read(JSON, "[1]".getBytes(UTF_8), List.class));
        }
        assertThat(StripedBufferPool.SHARED.pooledCount()).isBetween(1, 64);
    }

    @Test
    void texts_that_are_written_one_after_the_other_have_nothing_between_them() {
        for (int i = 0; i < 3; i++) assertThat(json(Map.of("n", i))).isEqualTo("{\"n\":" + i + "}");
        assertThat(new String(codec.write(JSON, 1), UTF_8)).isEqualTo("1");
        assertThat(new String(codec.write(JSON, 2), UTF_8)).isEqualTo("2");
    }

    @Test
    void a_value_that_cannot_be_written_leaves_nothing_to_the_next_text() {
        List<Object> cycle = new ArrayList<>(List.of("begun"));
        cycle.add(cycle);
        assertThatThrownBy(() -> compact.write(JSON, cycle)).isInstanceOf(UnwritableValueException.class);
        assertThat(json(List.of(1))).isEqualTo("[1]");
    }

    @Test
    void threads_that_write_at_once_do_not_mix_their_texts() throws Exception {
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Future<String>> texts = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                String text = ("text " + i + " ").repeat(i % 7 == 0 ? 2000 : 1);
                texts.add(threads.submit(() -> json(text)));
            }
            for (int i = 0; i < texts.size(); i++) {
                String expected = ("text " + i + " ").repeat(i % 7 == 0 ? 2000 : 1);
                assertThat(texts.get(i).get()).isEqualTo('"' + expected + '"');
            }
        }
    }

    @Test
    void nothing_is_null_in_JSON() {
        assertThat(json(null)).isEqualTo("null");
    }

    @Test
    void what_is_not_finite_is_null_in_JSON_and_text_in_XML() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("nan", Double.NaN);
        values.put("large", Float.POSITIVE_INFINITY);
        values.put("all", new double[] {1, Double.NEGATIVE_INFINITY});
        assertThat(new String(new Codec(false).write(JSON, values), UTF_8))
                .isEqualTo("{\"nan\":null,\"large\":null,\"all\":[1.0,null]}");
        assertThat(new String(new Codec(false).write(XML, Map.of("nan", Double.NaN)), UTF_8))
                .isEqualTo("<response><nan>NaN</nan></response>");
    }

    @Test
    void a_cycle_is_reported_as_unwritable() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertThatThrownBy(() -> codec.write(JSON, cycle))
                .isInstanceOf(UnwritableValueException.class)
                .hasMessageContaining("java.util.ArrayList");
        assertThatThrownBy(() -> codec.write(XML, cycle)).isInstanceOf(UnwritableValueException.class);
    }

    private String json(Object value) {
        return new String(compact.write(JSON, value), UTF_8);
    }

    private String xml(Object value) {
        return new String(codec.write(XML, value), UTF_8);
    }
}
