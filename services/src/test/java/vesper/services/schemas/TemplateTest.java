package vesper.services.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.services.schemas.Schemas.schema;
import static vesper.services.schemas.Schemas.tree;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.rest.operations.DocComments;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class TemplateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'boolean'},'c':{'type':'integer'}}}"
                        + " | {'a':'text','b':false,'c':0}",
                "{'properties':{'a':{'examples':['x','y'],'default':'z'},'b':{'default':7},'c':{'enum':[3,4]}}}"
                        + " | {'a':'x','b':7,'c':3}",
                "{'properties':{'a':{'const':null},'b':{'enum':[null]}}} | {'a':null,'b':null}",
                "{'$ref':'#/$defs/a','$defs':{'a':{'type':'string','minLength':7}}} | 'texttex'",
                "{'allOf':[{'properties':{'a':{'type':'string'}}},{'properties':{'b':{'type':'integer'}},'required':['b']}]}"
                        + " | {'a':'text','b':0}",
                "{'oneOf':[{'type':'integer'},{'type':'string'}]} | 0",
                "{'required':['a'],'additionalProperties':{'type':'integer'}} | {'a':0}",
                "{'additionalProperties':{'type':'integer'}} | {'name':0}",
                "{'prefixItems':[{'type':'integer'}],'items':{'type':'string'},'minItems':3} | [0,'text','text']",
                "{'type':'array','items':{'type':'integer'},'minItems':12} | [0,0,0,0,0,0,0,0,0,0,0,0]",
                "{'type':'array','minItems':2} | [{},{}]",
                "{'contains':{'type':'integer'},'type':'array'} | [0]",
                "{'type':'array','items':{'type':'integer'},'maxItems':0} | []",
                "{'type':'string','maxLength':2} | 'te'",
                "{'type':'string','pattern':'^[A-Z]{3}$'} | 'AAA'",
                "{'type':['null','string']} | null",
                "{'properties':{'a':false,'b':{}}} | {'b':{}}",
                "true | {}"
            })
    void an_example_has_what_the_schema_names_and_fits_it(String json, String example) throws Exception {
        DocumentSchema schema = schema(json);
        assertThat(Template.of(schema)).isEqualTo(new Template(schema.json(), tree(example)));
        assertThat(schema.problems(tree(example))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'minimum':-3,'maximum':3 | 0",
                "'minimum':2.5 | 2.5",
                "'maximum':-1.5 | -1.5",
                "'exclusiveMinimum':3 | 4",
                "'exclusiveMinimum':3,'maximum':3.5 | 3.25",
                "'exclusiveMinimum':0,'exclusiveMaximum':0.001 | 0.0005",
                "'exclusiveMaximum':-2.5 | -3.5",
                "'exclusiveMaximum':-2.5,'exclusiveMinimum':-3 | -2.75",
                "'minimum':5,'exclusiveMinimum':4 | 5",
                "'minimum':4,'exclusiveMinimum':4 | 5",
                "'multipleOf':0.01,'minimum':0.005 | 0.01",
                "'multipleOf':0.3,'exclusiveMinimum':0.3 | 0.6",
                "'multipleOf':7,'maximum':-1,'minimum':-13 | -7",
                "'type':'integer','exclusiveMaximum':0 | -1",
                "'type':'integer','exclusiveMinimum':0.5,'maximum':1 | 1",
                "'type':'integer','multipleOf':1.5,'minimum':1 | 3",
                "'type':'integer','multipleOf':0.5,'minimum':0.2 | 1",
                "'type':'integer','minimum':10000000000 | 10000000000",
                "'minimum':1e-300 | 1e-300"
            })
    void the_example_of_a_number_is_the_one_next_to_zero_that_fits(String keywords, String number) throws Exception {
        DocumentSchema schema = schema("{" + (keywords.contains("'type'") ? "" : "'type':'number',") + keywords + "}");
        assertThat(Template.of(schema).example().decimalValue()).isEqualByComparingTo(new BigDecimal(number));
        assertThat(schema.problems(Template.of(schema).example())).isEmpty();
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
    void the_example_of_a_format_is_in_it(String format) throws Exception {
        DocumentSchema schema = schema("{'type':'string','format':'" + format + "'}");
        assertThat(Template.of(schema).example().asString()).isNotEqualTo("text");
        assertThat(schema.problems(Template.of(schema).example())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties':{'name':{'type':'string'},'next':{'$ref':'#'}}} | {'name':'text'}",
                "{'type':'array','items':{'$ref':'#'}} | []",
                "{'anyOf':[{'properties':{'a':{'$ref':'#'}}},{'type':'string'}]} | {}",
                "{'properties':{'a':{'anyOf':[{'$ref':'#'},{'type':'null'}]}}} | {'a':null}"
            })
    void a_schema_that_holds_itself_is_followed_once(String json, String example) throws Exception {
        assertThat(Template.of(schema(json)).example()).isEqualTo(tree(example));
    }

    @Test
    void an_example_is_bounded_whatever_the_schema_names() throws Exception {
        String twice = IntStream.range(0, 60)
                .mapToObj(i -> "'p" + i + "':{'properties':{'a':{'$ref':'#/$defs/p" + (i + 1)
                        + "'},'b':{'$ref':'#/$defs/p" + (i + 1) + "'}}}")
                .collect(Collectors.joining(","));
        DocumentSchema doubling = schema("{'$ref':'#/$defs/p0','$defs':{" + twice + ",'p60':{}}}");
        assertThat(ValueCount.of(Template.of(doubling).example())).isBetween(100L, 1_000L);

        DocumentSchema large = schema("{'type':'array','items':{'type':'integer'},'minItems':1000000000}");
        assertThat(Template.of(large).example()).hasSize(999);
        DocumentSchema longText = schema("{'type':'string','minLength':1000000000}");
        assertThat(Template.of(longText).example().asString()).hasSize(10_000);
        String elements = "[" + "0,".repeat(500) + "0]";
        DocumentSchema given = schema("{'type':'array','minItems':9,'items':{'examples':[" + elements + "]}}");
        assertThat(Template.of(given).example()).hasSize(1);
    }

    enum Priority {
        LOW,
        HIGH
    }

    record Line(String article, int count, BigDecimal price) {}

    record Order(
            UUID id,
            Instant at,
            LocalDate due,
            Priority priority,
            List<Line> lines,
            Map<String, Integer> scores,
            Optional<String> note,
            URI link,
            boolean isPaid,
            double weight) {}

    /** A client may send the example that it is shown. */
    @Test
    void the_example_of_a_class_fits_its_schema_and_is_read_as_one() throws Exception {
        Template template = Template.of(Order.class, DocComments.NONE);
        DocumentSchema schema = DocumentSchema.of("Order", template.schema());
        assertThat(schema.problems(template.example())).isEmpty();
        assertThat(template.example().propertyNames())
                .containsExactlyInAnyOrder(
                        "id", "at", "due", "priority", "lines", "scores", "note", "link", "isPaid", "weight");
        assertThat(template.example().at("/lines/0").propertyNames())
                .containsExactlyInAnyOrder("article", "count", "price");

        Codec codec = new Codec(false);
        assertThat(codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, template.example()), Order.class))
                .isInstanceOfSatisfying(
                        DecodeResult.Value.class,
                        read -> assertThat(((Order) read.value()).priority()).isEqualTo(Priority.LOW));
    }

    @Test
    void the_schema_of_a_class_refuses_what_is_no_such_state() throws Exception {
        DocumentSchema schema = DocumentSchema.of(
                "Line", Template.of(Line.class, DocComments.NONE).schema());
        assertThat(schema.problems(tree("{'article':'a','count':1,'price':0.10}")))
                .isEmpty();
        assertThat(schema.problems(tree("{'article':'a','count':'many','price':0.10}")))
                .extracting(it -> it.pointer())
                .containsExactly("/count");
    }

    record Tree(String name, List<Tree> children) {}

    @Test
    void a_class_that_holds_itself_has_an_example() throws Exception {
        Template template = Template.of(Tree.class, DocComments.NONE);
        assertThat(template.example().path("name").asString()).isEqualTo("text");
        assertThat(DocumentSchema.of("Tree", template.schema()).problems(template.example()))
                .isEmpty();
    }
}
