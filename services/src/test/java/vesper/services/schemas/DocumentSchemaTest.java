package vesper.services.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.services.schemas.Schemas.problems;
import static vesper.services.schemas.Schemas.schema;
import static vesper.services.schemas.Schemas.tree;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import vesper.codec.Codec;
import vesper.documents.JsonText;
import vesper.documents.Refusal;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class DocumentSchemaTest {
    private static final Refusal TOO_MUCH = new Refusal("", "is too large or too deep to validate against its schema");

    @Test
    void a_document_that_fits_has_no_problems() throws Exception {
        String order = """
                {'type':'object','required':['id'],'additionalProperties':false,'properties':{
                  'id':{'type':'string','format':'uuid'},
                  'lines':{'type':'array','minItems':1,'items':{'$ref':'#/$defs/line'}}},
                 '$defs':{'line':{'properties':{'amount':{'type':'number','multipleOf':0.01}}}}}""";
        assertThat(problems(
                        order, "{'id':'00000000-0000-4000-8000-000000000000','lines':[{'amount':12.30},{'amount':7}]}"))
                .isEmpty();
    }

    @Test
    void each_field_that_is_wrong_is_named_once_and_all_at_once() throws Exception {
        String order = """
                {'type':'object','required':['id','at'],'additionalProperties':false,'properties':{
                  'id':{'type':'string','minLength':3,'pattern':'^[a-z]+$'},
                  'at':{'type':'string','format':'date-time'},
                  'lines':{'type':'array','items':{'properties':{'count':{'anyOf':[{'type':'integer'},{'type':'null'}]}}}}},
                 'allOf':[{'required':['id']},{'properties':{'id':{'minLength':3}}}]}""";
        assertThat(problems(order, "{'id':'A1','lines':[{'count':1},{'count':'x'}],'a/b':1}"))
                .containsExactlyInAnyOrder(
                        new Refusal("/id", "expected at least 3 characters; expected a text that matches ^[a-z]+$"),
                        new Refusal("/at", "is missing"),
                        new Refusal("/lines/1/count", "expected a whole number; expected null"),
                        new Refusal("/a~1b", "is not a known field"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'type':'object' | [] |  | expected an object",
                "'type':['string','null'] | 1 |  | expected a text or null",
                "'enum':['a',1,null] | 2 |  | expected one of \"a\", 1, null",
                "'const':{'a':[1]} | {'a':[2]} |  | expected {\"a\":[1]}",
                "'items':{'minimum':2} | [2,1] | /1 | expected at least 2",
                "'maximum':2.5 | 2.51 |  | expected at most 2.5",
                "'exclusiveMinimum':0 | 0 |  | expected more than 0",
                "'exclusiveMaximum':0 | 0 |  | expected less than 0",
                "'multipleOf':0.1 | 0.15 |  | expected a multiple of 0.1",
                "'minLength':1 | '' |  | expected at least 1 character",
                "'maxLength':2 | 'abc' |  | expected at most 2 characters",
                "'maxLength':1 | '😀😀' |  | expected at most 1 character",
                "'minItems':2 | [1] |  | expected at least 2 elements",
                "'maxItems':0 | [1] |  | expected at most 0 elements",
                "'uniqueItems':true | [1,2,1.0] |  | has the same element more than once",
                "'contains':{'const':1} | [2] |  | expected at least 1 element like {\"const\":1}",
                "'contains':{'const':1},'maxContains':1 | [1,1] |  | expected at most 1 element like {\"const\":1}",
                "'prefixItems':[true],'items':false | [1,2] | /1 | is a superfluous element",
                "'minProperties':1 | {} |  | expected at least 1 field",
                "'maxProperties':1 | {'a':1,'b':2} |  | expected at most 1 field",
                "'required':['a~/'] | {} | /a~0~1 | is missing",
                "'dependentRequired':{'a':['b']} | {'a':1} | /b | is missing, and a is there",
                "'properties':{'a':false} | {'a':1} | /a | is not allowed here",
                "'unevaluatedProperties':false | {'a':1} | /a | is not a known field",
                "'propertyNames':{'maxLength':1} | {'ab':1} | /ab"
                        + " | is a name that is not allowed: must be at most 1 characters long",
                "'not':{'type':'integer'} | 1 |  | must not match {\"type\":\"integer\"}",
                "'oneOf':[{'minimum':1},{'minimum':2}] | 3 |"
                        + "  | fits 2 of the alternatives and must fit exactly one",
                "'if':{'required':['a']},'then':{'required':['b']} | {'a':1} | /b | is missing",
                "'dependentSchemas':{'a':{'maxProperties':1}} | {'a':1,'b':1} |  | expected at most 1 field"
            })
    void what_is_wrong_is_said_in_a_sentence(String keyword, String document, String pointer, String reason)
            throws Exception {
        assertThat(problems("{" + keyword + "}", document))
                .containsExactly(new Refusal(pointer == null ? "" : pointer, reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'const':1 | 1.0",
                "'const':{'a':1,'b':[1e2]} | {'b':[100],'a':1.00}",
                "'enum':[[1],{'a':0.10}] | {'a':0.1}",
                "'uniqueItems':true | [1,'1',[1],{'a':1},{'a':'1'},{'b':1},true,null,[[1]],0,false,'']",
                "'uniqueItems':false | [1,1]",
                "'uniqueItems':true | 'no list'",
                "'type':'integer' | 1.0",
                "'multipleOf':0.01 | 19.99",
                "'maximum':9007199254740992.5 | 9007199254740992.4"
            })
    void values_are_compared_by_what_they_are(String keyword, String document) throws Exception {
        assertThat(problems("{" + keyword + "}", document)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "date-time | 2030-01-31T12:00:00Z | 2030-01-32T12:00:00Z",
                "date | 2024-02-29 | 2023-02-29",
                "time | 12:00:00Z | 25:00:00Z",
                "duration | PT1H | 1 hour",
                "email | a@example.org | a@",
                "hostname | example.org | -example.org",
                "idn-hostname | bücher.example | -bücher.example",
                "ipv4 | 192.0.2.1 | 192.0.2.256",
                "ipv6 | 2001:db8::1 | 2001:db8::g",
                "uri | https://example.org/ | a b",
                "uuid | 00000000-0000-4000-8000-000000000000 | 00000000",
                "json-pointer | /a~1b | a",
                "regex | [a-z]+ | [a-z"
            })
    void formats_are_checked(String format, String fits, String other) throws Exception {
        DocumentSchema schema = schema("{'format':'" + format + "'}");
        assertThat(schema.problems(tree("'" + fits + "'"))).isEmpty();
        assertThat(schema.problems(tree("'" + other + "'")))
                .containsExactly(new Refusal("", "expected a text in the form " + format));
        assertThat(schema.problems(tree("17"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "date-time",
                "date",
                "time",
                "duration",
                "email",
                "idn-email",
                "hostname",
                "idn-hostname",
                "ipv4",
                "ipv6",
                "uri",
                "uri-reference",
                "iri",
                "iri-reference",
                "uri-template",
                "uuid",
                "json-pointer",
                "relative-json-pointer",
                "regex"
            })
    void no_text_ends_the_check_of_a_format_with_an_error_or_takes_long(String format) throws Exception {
        DocumentSchema schema = schema("{'format':'" + format + "'}");
        for (String part : List.of("a", "1", "é", "xn--", ".", "/", "(", "[", "{", "%", "~0", "@", "::", "😀", "a.")) {
            for (int times : new int[] {1, 60, 250, 500, 2_000, 100_000}) {
                JsonNode text = JsonNodeFactory.instance.stringNode(part.repeat(times));
                assertThat(schema.problems(text)).as("%s times %s", times, part).hasSizeLessThan(2);
            }
        }
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = random.ints(random.nextInt(20), 0, 0x1_0000)
                    .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                    .toString();
            assertThat(schema.problems(JsonNodeFactory.instance.stringNode(text)))
                    .as("seed %s", seed)
                    .hasSizeLessThan(2);
        }
    }

    @Test
    void the_first_hundred_problems_are_told_and_the_others_counted() throws Exception {
        String schema = "{'items':{'type':'string'}}";
        assertThat(problems(schema, "[" + "0,".repeat(122) + "0]"))
                .hasSize(101)
                .startsWith(new Refusal("/0", "expected a text"))
                .endsWith(new Refusal("/99", "expected a text"), new Refusal("", "and 23 more"));
        assertThat(problems(schema, "[" + "0,".repeat(20_000) + "0]"))
                .hasSize(101)
                .endsWith(new Refusal("", "and at least 901 more"));
    }

    @Test
    void an_alternative_that_very_much_is_wrong_with_does_not_keep_the_next_one_from_fitting() throws Exception {
        String schema = "{'anyOf':[{'items':{'type':'string'}},{'items':{'type':'integer'}}]}";
        assertThat(problems(schema, "[" + "0,".repeat(20_000) + "0]")).isEmpty();
    }

    @Test
    void places_below_long_names_are_not_written_out_a_thousand_times() throws Exception {
        String schema = "{'items':{'type':'object'},'additionalProperties':{'$ref':'#'}}";
        String names = ("{'" + "n".repeat(4_990) + "':").repeat(150);
        assertThat(problems(schema, names + "[" + "0,".repeat(20_000) + "0]" + "}".repeat(150)))
                .containsExactly(
                        new Refusal("", "has faults at places whose pointers are too long to report: at least 1001"));
    }

    @Test
    void a_text_that_a_pattern_does_not_come_to_an_end_with_is_refused() throws Exception {
        assertThat(problems("{'pattern':'^(a*)*\\\\1b$'}", "'" + "a".repeat(34) + "!'"))
                .containsExactly(
                        new Refusal("", "has a text that takes too long to match against the pattern ^(a*)*\\1b$"));
        assertThat(problems("{'patternProperties':{'(a*)*b':{}}}", "{'" + "a".repeat(4_000) + "':1}"))
                .containsExactly(new Refusal("", "has a text that takes too long to match against the pattern (a*)*b"));
        assertThat(problems("{'pattern':'^(a|b)*$'}", "'" + "ab".repeat(400_000) + "'"))
                .containsExactly(
                        new Refusal("", "has a text that takes too long to match against the pattern ^(a|b)*$"));
    }

    @Test
    void a_pattern_that_looks_at_each_character_once_takes_any_text() throws Exception {
        assertThat(problems("{'items':{'pattern':'^[a-z]*$'}}", "['" + "ab".repeat(400_000) + "','a!']"))
                .containsExactly(new Refusal("/1", "expected a text that matches ^[a-z]*$"));
    }

    /** All texts have the same hash. */
    @Test
    void sixteen_thousand_texts_with_the_same_hash_are_told_apart_at_once() throws Exception {
        String[] bits = {"Aa", "BB"};
        StringBuilder texts = new StringBuilder("['-'");
        IntStream.range(0, 1 << 14).forEach(i -> {
            texts.append(",'");
            IntStream.range(0, 14).forEach(bit -> texts.append(bits[i >> bit & 1]));
            texts.append('\'');
        });
        JsonNode document = tree(texts.append("]").toString());
        DocumentSchema schema = schema("{'uniqueItems':true}");
        assertThat(cpuTime(() -> schema.problems(document))).isLessThan(Duration.ofSeconds(2));
        assertThat(schema.problems(document)).isEmpty();
    }

    /** A list that counts the iterations over its elements. */
    private static final class CountingList extends ArrayNode {
        private static final long serialVersionUID = 1;

        private int iterations;

        CountingList() {
            super(JsonNodeFactory.instance);
            add(1).add(2);
        }

        @Override
        public JsonNode get(int index) {
            if (index == 0) iterations++;
            return super.get(index);
        }

        @Override
        public Collection<JsonNode> values() {
            iterations++;
            return super.values();
        }

        @Override
        public boolean equals(Object other) {
            iterations++;
            return super.equals(other);
        }

        @Override
        public int hashCode() {
            iterations++;
            return super.hashCode();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'uniqueItems':true",
                "'not':{'const':[0,1]}",
                "'not':{'const':{'a':1}}",
                "'not':{'enum':['x',['y'],{'z':1}]}"
            })
    void a_value_within_many_lists_is_not_looked_at_on_each_level(String keyword) throws Exception {
        CountingList innermost = new CountingList();
        JsonNode document = innermost;
        for (int level = 0; level < 300; level++) {
            document = JsonNodeFactory.instance.arrayNode().add(0).add(document);
        }
        assertThat(schema("{" + keyword + ",'items':{'$ref':'#'}}").problems(document))
                .isEmpty();
        assertThat(innermost.iterations).isLessThan(10);
    }

    @Test
    void alternatives_within_alternatives_end_at_a_bound() throws Exception {
        String twice = "{'anyOf':[{'items':{'$ref':'#'},'maxItems':0},{'items':{'$ref':'#'},'minItems':2}]}";
        assertThat(problems(twice, "[".repeat(60) + "]".repeat(60))).containsExactly(TOO_MUCH);
    }

    @Test
    void a_document_is_compared_as_deep_as_it_is_or_refused() throws Exception {
        assertThat(problems("{'items':{'$ref':'#'}}", "[".repeat(490) + "]".repeat(490)))
                .isEmpty();
        assertThat(problems("{'items':{'$ref':'#'},'type':'array'}", "[".repeat(490) + "1" + "]".repeat(490)))
                .containsExactly(new Refusal("/0".repeat(490), "expected a list"));
        String deeper = "{'anyOf':[{'allOf':[{'items':{'$ref':'#'}}]}]}";
        assertThat(problems(deeper, "[".repeat(490) + "]".repeat(490))).containsExactly(TOO_MUCH);
    }

    @Test
    void numbers_of_more_digits_than_are_computed_with_are_refused_before_anybody_does() throws Exception {
        DocumentSchema schema = schema("{'multipleOf':0.01,'maximum':5,'uniqueItems':true}");
        List<JsonNode> numbers = List.of(
                JsonNodeFactory.instance.numberNode(new BigDecimal("1e999999999")),
                JsonNodeFactory.instance.numberNode(new BigDecimal("1e-999999999")),
                JsonNodeFactory.instance.numberNode(BigInteger.TWO.pow(1_000_000)));
        for (JsonNode number : numbers) {
            assertThat(schema.problems(JsonNodeFactory.instance.arrayNode().add(number)))
                    .containsExactly(new Refusal("", "has a number with too many digits"));
        }
        assertThat(schema.problems(tree("1e300"))).containsExactly(new Refusal("", "expected at most 5"));
    }

    @Test
    void texts_are_compared_as_their_trees_are() throws Exception {
        var texts = schema("{'required':['a']}").ofTexts(new Codec(false));
        assertThat(texts.problems(JsonText.written("{\"a\":1}".getBytes(UTF_8))))
                .isEmpty();
        assertThat(texts.problems(JsonText.written("{}".getBytes(UTF_8))))
                .containsExactly(new Refusal("/a", "is missing"));
        assertThat(texts.problems(JsonText.written("{\"b\":[1e-5000]}".getBytes(UTF_8))))
                .containsExactly(new Refusal(
                        "/b/0", "is a number with more than 1000 digits before or after the decimal point"));
    }

    @Test
    void many_threads_compare_with_one_schema() throws Exception {
        DocumentSchema schema = schema("{'items':{'$ref':'#/$defs/n'},'$defs':{'n':{'type':'integer'}}}");
        JsonNode good = tree("[1,2,3]");
        JsonNode bad = tree("[1,'2',3]");
        List<FutureTask<Boolean>> comparisons = IntStream.range(0, 50)
                .mapToObj(_ -> new FutureTask<>(() -> schema.problems(good).isEmpty()
                        && schema.problems(bad).equals(List.of(new Refusal("/1", "expected a whole number")))))
                .toList();
        comparisons.forEach(Thread::startVirtualThread);
        for (FutureTask<Boolean> each : comparisons) assertThat(each.get()).isTrue();
    }

    /** Measures this thread only, so that load from others does not count. */
    private static Duration cpuTime(Callable<?> work) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        work.call();
        return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    }
}
