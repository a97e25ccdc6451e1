package vesper.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.codec.MediaFormat.JSON;
import static vesper.codec.MediaFormat.XML;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadingTest {
    private static final String WHOLE_NUMBER = "expected a whole number from -2147483648 to 2147483647";

    private final Codec codec = new Codec(true);

    enum Size {
        SMALL,
        LARGE
    }

    record Customer(String name, int age) {
        Customer {
            if (age < 0) throw new IllegalArgumentException("age " + age + " is below 0");
        }
    }

    record Line(String sku, int quantity, Size size) {}

    record Order(Customer customer, List<Line> lines, LocalDate due, Optional<String> note) {}

    public static class Bean {
        public String name;
        public boolean open;
        public List<Integer> numbers;
    }

    @Test
    void records_are_read_from_JSON() {
        assertThat(json("""
                        {"customer":{"name":"Ann","age":7},"lines":[{"sku":"a","quantity":2,"size":"LARGE"}],
                         "due":"2026-01-31","note":"quick","unknown":1}""", Order.class))
                .isEqualTo(value(new Order(
                        new Customer("Ann", 7),
                        List.of(new Line("a", 2, Size.LARGE)),
                        LocalDate.of(2026, 1, 31),
                        Optional.of("quick"))));
    }

    @Test
    void records_are_read_from_XML() {
        assertThat(xml(
                        "<anything><customer><name>Ann</name><age>7</age></customer><lines><lines><sku>a</sku>"
                                + "<quantity>2</quantity><size>LARGE</size></lines></lines><due>2026-01-31</due></anything>",
                        Order.class))
                .isEqualTo(value(new Order(
                        new Customer("Ann", 7),
                        List.of(new Line("a", 2, Size.LARGE)),
                        LocalDate.of(2026, 1, 31),
                        Optional.empty())));
    }

    @Test
    void every_bad_field_is_named_at_once_in_words_of_the_client() {
        assertThat(bad("""
                        {"customer":{"name":["x"],"age":"seven"},
                         "lines":[{"sku":"a","quantity":1.5,"size":"HUGE"},{"sku":"b","quantity":{},"size":3}],
                         "due":"soon"}""", Order.class))
                .containsExactly(
                        new BadField("/customer/name", "expected text"),
                        new BadField("/customer/age", WHOLE_NUMBER),
                        new BadField("/lines/0/quantity", WHOLE_NUMBER),
                        new BadField("/lines/0/size", "expected one of SMALL, LARGE"),
                        new BadField("/lines/1/quantity", WHOLE_NUMBER),
                        new BadField("/lines/1/size", "expected one of SMALL, LARGE"),
                        new BadField("/due", "expected a date like 2026-01-31"));
    }

    @Test
    void bad_fields_of_beans_and_XML_are_named_too() {
        assertThat(bad("{\"name\":{},\"open\":\"perhaps\",\"numbers\":[1,\"x\",null]}", Bean.class))
                .containsExactly(
                        new BadField("/name", "expected text"),
                        new BadField("/open", "expected true or false"),
                        new BadField("/numbers/1", WHOLE_NUMBER));
        assertThat(xml("<order><customer><age>seven</age></customer><due>soon</due></order>", Order.class))
                .isEqualTo(new DecodeResult.Mismatch<Object>(List.of(
                        new BadField("/customer/age", WHOLE_NUMBER),
                        new BadField("/due", "expected a date like 2026-01-31"))));
    }

    @Test
    void what_a_constructor_refuses_is_reported_in_its_own_words() {
        assertThat(bad("{\"customer\":{\"name\":\"Ann\",\"age\":-1},\"due\":\"soon\"}", Order.class))
                .containsExactly(
                        new BadField("/customer", "age -1 is below 0"),
                        new BadField("/due", "expected a date like 2026-01-31"));
        assertThat(bad("{\"age\":-1,\"name\":\"Ann\",\"more\":1}", Customer.class))
                .containsExactly(new BadField("", "age -1 is below 0"));
    }

    @Test
    void a_text_of_another_shape_is_named_at_its_root() {
        assertThat(bad("[1]", Order.class)).containsExactly(new BadField("", "expected an object"));
        assertThat(bad("{}", listOf(Integer.class))).containsExactly(new BadField("", "expected a list"));
        assertThat(bad("{\"x\":\"y\"}", mapOf(Integer.class))).containsExactly(new BadField("/x", WHOLE_NUMBER));
    }

    @Test
    void null_is_no_number_and_neither_is_one_out_of_range() {
        assertThat(bad("{\"sku\":\"a\",\"quantity\":null}", Line.class))
                .containsExactly(new BadField("/quantity", WHOLE_NUMBER));
        assertThat(bad("{\"sku\":\"a\",\"quantity\":99999999999,\"size\":\"NONE\"}", Line.class))
                .containsExactly(
                        new BadField("/quantity", WHOLE_NUMBER), new BadField("/size", "expected one of SMALL, LARGE"));
    }

    @Test
    void at_most_a_hundred_bad_fields_are_named() {
        assertThat(bad("[" + "\"x\",".repeat(100_000) + "1]", listOf(Integer.class)))
                .hasSize(Limits.BAD_FIELDS);
    }

    @Test
    void malformed_text_is_told_with_line_and_column() {
        assertThat(malformed("{\n  \"a\": tru\n}"))
                .satisfies(m -> assertThat(m.line()).isEqualTo(2))
                .satisfies(m -> assertThat(m.column()).isPositive())
                .satisfies(m ->
                        assertThat(m.reason()).isEqualTo("The JSON is not well-formed: expected a value, found tru"));
        assertThat(malformed("{} {}"))
                .isEqualTo(new DecodeResult.Malformed<Object>(
                        "The JSON is not well-formed: there is content after its end", 1, 4));
        assertThat(malformed("").reason()).isEqualTo("The JSON is not well-formed: it is empty");
        assertThat(malformed("{\"a\":").reason()).startsWith("The JSON is not well-formed: ");
        assertThat(xml("<a>\n<b></a>", Map.class))
                .isInstanceOfSatisfying(
                        DecodeResult.Malformed.class, m -> assertThat(m.line()).isEqualTo(2));
    }

    record Shipment(List<Integer> numbers, Customer number) {}

    @Test
    void a_field_is_not_taken_for_part_of_one_whose_name_begins_like_it() {
        assertThat(bad("{\"numbers\":[\"x\"],\"number\":{\"name\":\"Ann\",\"age\":-1}}", Shipment.class))
                .containsExactly(
                        new BadField("/numbers/0", WHOLE_NUMBER), new BadField("/number", "age -1 is below 0"));
    }

    @Test
    void large_texts_are_checked_to_be_UTF_8_to_their_end() {
        byte[] text = ("[\"" + "é€😀".repeat(10_000) + "\"]").getBytes(UTF_8);
        assertThat(codec.read(JSON, text, Object.class)).isEqualTo(value(List.of("é€😀".repeat(10_000))));
        byte[] bad = text.clone();
        bad[bad.length - 4] = 'x';
        assertThat(codec.read(JSON, bad, Object.class)).isInstanceOf(DecodeResult.Malformed.class);
        byte[] cutOff = Arrays.copyOf(text, text.length - 3);
        assertThat(codec.read(JSON, cutOff, Object.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void bytes_that_are_no_UTF_8_are_malformed() {
        byte[] latin = "{\"a\":\"é\"}".getBytes(ISO_8859_1);
        assertThat(codec.read(JSON, latin, Map.class)).isInstanceOf(DecodeResult.Malformed.class);
        assertThat(codec.read(JSON, latin, ISO_8859_1, Map.class)).isEqualTo(value(Map.of("a", "é")));
        assertThat(codec.read(XML, "<r><a>é</a></r>".getBytes(ISO_8859_1), ISO_8859_1, Map.class))
                .isEqualTo(value(Map.of("a", "é")));
    }

    @Test
    void nesting_beyond_500_levels_is_refused() {
        assertThat(malformed("[".repeat(501) + "]".repeat(501)).reason())
                .isEqualTo("The JSON is not well-formed: objects and lists are nested deeper than 500 levels");
        assertThat(codec.read(JSON, ("[".repeat(500) + "]".repeat(500)).getBytes(UTF_8), Object.class))
                .isInstanceOf(DecodeResult.Value.class);
        assertThat(xml("<a>".repeat(100_000), Object.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void numbers_beyond_1000_digits_are_refused() {
        assertThat(codec.read(JSON, "1".repeat(1001).getBytes(UTF_8), BigInteger.class))
                .isInstanceOf(DecodeResult.Malformed.class);
        assertThat(codec.read(JSON, ("\"" + "1".repeat(1_000_000) + "\"").getBytes(UTF_8), BigInteger.class))
                .isNotInstanceOf(DecodeResult.Value.class);
        assertThat(codec.read(JSON, "1e1000000000".getBytes(UTF_8), BigInteger.class))
                .isNotInstanceOf(DecodeResult.Value.class);
    }

    @Test
    void a_short_exponent_does_not_become_a_long_whole_number() {
        assertThat(bad("[1e99999,2]", listOf(BigInteger.class)))
                .containsExactly(new BadField("/0", "expected a whole number"));
        assertThat(codec.read(JSON, "12345678901234567890".getBytes(UTF_8), BigInteger.class))
                .isEqualTo(value(new BigInteger("12345678901234567890")));
    }

    record Measures(double length, float width, double[] all, Object anything, BigDecimal exact) {}

    @Test
    void a_number_beyond_what_its_type_holds_is_told_and_never_infinite() {
        String large = "9".repeat(400);
        assertThat(json(
                        "{\"length\":1e400,\"width\":1e39,\"all\":[1,-1e309,%s],\"anything\":[1e400]}".formatted(large),
                        Measures.class))
                .isEqualTo(unfit(
                        new BadField("/length", "is a number beyond 1.7e308"),
                        new BadField("/width", "is a number beyond 3.4e38"),
                        new BadField("/all/1", "is a number beyond 1.7e308"),
                        new BadField("/all/2", "is a number beyond 1.7e308"),
                        new BadField("/anything/0", "is a number beyond 1.7e308")));
        assertThat(json("{\"a\":[1,-1e400]}", Object.class))
                .isEqualTo(unfit(new BadField("/a/1", "is a number beyond 1.7e308")));
        assertThat(json("[1e400]", JsonNode.class)).isEqualTo(unfit(new BadField("/0", "is a number beyond 1.7e308")));
    }

    @Test
    void a_number_within_what_its_type_holds_is_read_however_it_is_written() {
        assertThat(json("[1.7e308,-1.7E+308,1e-400,0.1]", Object.class))
                .isEqualTo(value(List.of(1.7e308, -1.7e308, 0.0, 0.1)));
        assertThat(json("{\"exact\":1e400}", Measures.class))
                .isEqualTo(value(new Measures(0, 0, null, null, new BigDecimal("1e400"))));
    }

    @Test
    void a_large_text_is_read_as_a_small_one_is() {
        String many = "{\"name\":\"Ann\",\"age\":7},".repeat(2_000);
        DecodeResult<Object> read = json("\uFEFF[" + many + "{\"name\":\"Bob é\",\"age\":8}]", Customer[].class);
        Customer[] customers = (Customer[]) ((DecodeResult.Value<Object>) read).value();
        assertThat(customers).hasSize(2_001).endsWith(new Customer("Bob é", 8));
        assertThat(json("[" + many + "{\"age\":1e400}]", Object.class))
                .isEqualTo(unfit(new BadField("/2000/age", "is a number beyond 1.7e308")));
        assertThat(json("[" + many + "{\"age\":x}]", Object.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void JSON_is_UTF_8_and_its_mark_is_passed_over() {
        assertThat(json("\uFEFF[1]", Object.class)).isEqualTo(value(List.of(1)));
        assertThat(codec.read(JSON, "[1]".getBytes(UTF_16BE), Object.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    /** Takes minutes for each format if the parser chains colliding names in lists. */
    @Test
    @Timeout(20)
    void a_hundred_thousand_names_that_were_chosen_to_collide_are_read_in_a_moment() {
        int count = 100_000;
        StringBuilder json = new StringBuilder("{");
        StringBuilder xml = new StringBuilder("<map>");
        for (int i = 0; i < count; i++) {
            json.append('"').append(colliding(i)).append("\":1,");
            xml.append('<')
                    .append(colliding(i))
                    .append(">1</")
                    .append(colliding(i))
                    .append('>');
        }
        assertThat(size(json(json + "\"z\":1}", Map.class))).isEqualTo(count + 1);
        assertThat(size(xml(xml + "</map>", Map.class))).isEqualTo(count);
    }

    private static int size(DecodeResult<Object> read) {
        return ((Map<?, ?>) Objects.requireNonNull(((DecodeResult.Value<Object>) read).value())).size();
    }

    /** Returns texts with the same hash code, a different one for each number. */
    private static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 17; bit++) text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        return text.toString();
    }

    @Test
    void an_entity_bomb_is_refused() {
        String bomb = "<!DOCTYPE b [<!ENTITY a0 \"ha\">"
                + "<!ENTITY a1 \"&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;\"><!ENTITY a2 \"&a1;&a1;&a1;&a1;&a1;\">]>"
                + "<b><a>&a2;</a></b>";
        assertThat(xml(bomb, Map.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void an_external_entity_is_never_fetched(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
        String text = "<!DOCTYPE b [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><b><a>&x;</a></b>";
        assertThat(xml(text, Map.class)).isInstanceOf(DecodeResult.Malformed.class);
    }

    private static DecodeResult<Object> unfit(BadField... fields) {
        return new DecodeResult.Mismatch<>(List.of(fields));
    }

    private static DecodeResult<Object> value(Object value) {
        return new DecodeResult.Value<>(value);
    }

    private DecodeResult<Object> json(String text, Type type) {
        return codec.read(JSON, text.getBytes(UTF_8), type);
    }

    private DecodeResult<Object> xml(String text, Type type) {
        return codec.read(XML, text.getBytes(UTF_8), type);
    }

    private List<BadField> bad(String text, Type type) {
        assertThat(json(text, type)).isInstanceOf(DecodeResult.Mismatch.class);
        return ((DecodeResult.Mismatch<Object>) json(text, type)).fields();
    }

    private DecodeResult.Malformed<Object> malformed(String text) {
        assertThat(json(text, Map.class)).isInstanceOf(DecodeResult.Malformed.class);
        return (DecodeResult.Malformed<Object>) json(text, Map.class);
    }

    private static Type listOf(Class<?> element) {
        return new Parameterised(List.class, element);
    }

    private static Type mapOf(Class<?> element) {
        return new Parameterised(Map.class, String.class, element);
    }

    private record Parameterised(Class<?> raw, Type... arguments) implements java.lang.reflect.ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments;
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }
}
