package vesper.services.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static vesper.services.schemas.Schemas.problems;
import static vesper.services.schemas.Schemas.schema;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.documents.Refusal;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class SchemaFileTest {
    private static final String SHIPPED = "https://json-schema.org/draft/2020-12/";
    private static final String KINDS =
            "expected one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\"";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] |  | expected an object or true or false",
                "null |  | expected an object or true or false",
                "'text' |  | expected an object or true or false",
                "{'type':'string','type':'object'} | /type" + " | occurs more than once in its object",
                "{'properties':[]} | /properties | expected an object",
                "{'properties':{'a':{'required':[1]}}} | /properties/a/required/0 | expected a text",
                "{'maxItems':2.5} | /maxItems | expected a whole number",
                "{'multipleOf':0} | /multipleOf | expected more than 0",
                "{'minimum':1e-5000} | /minimum | is a number with more than 1000 digits before or after the decimal point",
                "{'pattern':'('} | /pattern | is not a valid regular expression: Unclosed group",
                "{'patternProperties':{'a/[':{}}} | /patternProperties/a~1["
                        + " | is not a valid regular expression: Unclosed character class",
                "{'properties':{'a':{'not':{'pattern':'*'}}}} | /properties/a/not/pattern"
                        + " | is not a valid regular expression: Dangling meta character '*'",
                "{'$schema':'http://json-schema.org/draft-07/schema#'} | /$schema"
                        + " | is \"http://json-schema.org/draft-07/schema#\"; the only supported dialect is"
                        + " https://json-schema.org/draft/2020-12/schema",
                "{'$ref':'#/$defs/no'} | /$ref"
                        + " | refers to \"#/$defs/no\", which is not in this file; schemas are not fetched",
                "{'items':{'$ref':'#no'}} | /items/$ref"
                        + " | refers to \"#no\", which is not in this file; schemas are not fetched",
                "{'$ref':'#/%zz'} | /$ref"
                        + " | refers to \"#/%zz\", which is not in this file; schemas are not fetched",
                "{'$ref':'#/enum/0','enum':[{}]} | /$ref"
                        + " | refers to \"#/enum/0\", which is not in this file; schemas are not fetched",
                "{'$ref':'#'} |  | refers to itself for the same value",
                "{'$dynamicAnchor':'n','$dynamicRef':'#n'} | " + " | refers to itself for the same value"
            })
    void what_is_no_schema_is_refused_where_it_is_wrong(String json, String pointer, String reason) {
        assertThat(refusals(json)).containsExactly(new Refusal(pointer == null ? "" : pointer, reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{'type':}", "{} {}"})
    void what_is_no_JSON_is_refused_with_its_line(String json) {
        assertThatThrownBy(() -> schema(json))
                .isInstanceOf(BadSchemaException.class)
                .hasMessageStartingWith("conf/order.json: The JSON is not well-formed: ");
    }

    @Test
    void all_that_is_wrong_is_told_at_once_and_each_place_once() {
        String json = "{'type':'text','minimum':'1','properties':{'a':{'type':7}}}";
        assertThat(refusals(json))
                .containsExactlyInAnyOrder(
                        new Refusal("/type", KINDS),
                        new Refusal("/minimum", "expected a number"),
                        new Refusal("/properties/a/type", KINDS));
        assertThatThrownBy(() -> schema(json))
                .hasMessageStartingWith("conf/order.json: ")
                .hasMessageContainingAll("/type expected one of", "/minimum expected a number", "/properties/a/type");
    }

    @Test
    void of_very_much_that_is_wrong_the_first_is_told() {
        String properties = IntStream.range(0, 5_000)
                .mapToObj(i -> "'p" + i + "':{'minimum':''}")
                .collect(Collectors.joining(","));
        assertThat(refusals("{'properties':{" + properties + "}}"))
                .hasSize(101)
                .endsWith(new Refusal("", "and at least 901 more"));
        assertThatThrownBy(() -> schema("{'properties':{" + properties + "}}")).hasMessageEndingWith("; and 96 more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$ref", "$dynamicRef"})
    void nothing_is_fetched_whoever_is_referred_to(String keyword) throws Exception {
        try (ServerSocketChannel other = ServerSocketChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            other.configureBlocking(false);
            String address = "http://127.0.0.1:" + ((InetSocketAddress) other.getLocalAddress()).getPort() + "/schema";
            for (String reference : List.of(
                    address, address + "#/a", SHIPPED + "no", "file:///etc/hosts", "other.json", "jar:file:a!/b")) {
                for (String schema : List.of(
                        "{'properties':{'a':{'KEYWORD':'REFERENCE'}}}",
                        // If schemas inside the file have an $id, the library itself resolves the reference.
                        "{'$id':'http://a/b','properties':{'a':{'$id':'http://a/c','KEYWORD':'REFERENCE'}}}",
                        "{'$defs':{'a':{'$id':'ADDRESS','properties':{'b':{'KEYWORD':'other'}}}},'$ref':'ADDRESS'}",
                        "{'$defs':{'a':{'$id':'http://a/c','$schema':'REFERENCE'}},'$ref':'#/$defs/a'}")) {
                    String json = schema.replace("KEYWORD", keyword)
                            .replace("REFERENCE", reference)
                            .replace("ADDRESS", address);
                    assertThatThrownBy(() -> schema(json)).as(json).isInstanceOf(BadSchemaException.class);
                }
            }
            assertThat(other.accept()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#/$defs/a','$defs':{'a':{'type':'integer'}}}",
                "{'$ref':'#/$defs/a%25%20b~1c~0','$defs':{'a% b/c~':{'type':'integer'}}}",
                "{'$ref':'#a','$defs':{'x':{'$anchor':'a','type':'integer'}}}",
                "{'$dynamicRef':'#a','$defs':{'x':{'$dynamicAnchor':'a','type':'integer'}}}",
                "{'$id':'http://a/b','$ref':'http://a/b#/$defs/a','$defs':{'a':{'type':'integer'}}}",
                "{'$id':'http://a/b','$ref':'c','$defs':{'a':{'$id':'c','type':'integer'}}}",
                "{'$ref':'#/$defs/a/items','$defs':{'a':{'items':{'type':'integer'}}}}",
                "{'$schema':'https://json-schema.org/draft/2020-12/schema#','type':'integer'}",
                "{'$id':'https://json-schema.org/draft/2020-12/schema','type':'integer'}"
            })
    void references_within_the_file_are_followed(String json) throws Exception {
        assertThat(problems(json, "1")).isEmpty();
        assertThat(problems(json, "'1'")).containsExactly(new Refusal("", "expected a whole number"));
    }

    @Test
    void the_schema_of_schemas_is_at_hand() throws Exception {
        String ofSchemas = "{'$ref':'https://json-schema.org/draft/2020-12/schema'}";
        assertThat(problems(ofSchemas, "{'type':'string'}")).isEmpty();
        assertThat(problems(ofSchemas, "{'minLength':-1}"))
                .containsExactly(new Refusal("/minLength", "expected at least 0"));
        assertThat(refusals("{'$ref':'https://json-schema.org/draft/2020-12/nothing'}"))
                .first()
                .satisfies(it -> assertThat(it.reason()).startsWith("cannot be used: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#/$defs/a','$defs':{'a':{'$ref':'#/$defs/b'},'b':{'$ref':'#/$defs/a'}}}",
                "{'$defs':{'a':{'allOf':[{'$ref':'#/$defs/b'}]},'b':{'not':{'$ref':'#/$defs/a'}}}}",
                "{'anyOf':[{'type':'string'},{'if':{'$ref':'#'}}]}",
                "{'properties':{'a':{'dependentSchemas':{'b':{'$ref':'#/properties/a'}}}}}",
                "{'$id':'http://a/b','$ref':'c','$defs':{'x':{'$id':'c','$ref':'b'}}}"
            })
    void a_schema_that_leads_back_to_itself_is_refused(String json) {
        assertThat(refusals(json))
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.reason()).matches("(refers to itself|is recursive) .*"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'properties':{'next':{'$ref':'#'}}}",
                "{'type':'array','items':{'anyOf':[{'$ref':'#'},{'type':'integer'}]}}",
                "{'$ref':'#/$defs/a','$defs':{'a':{'additionalProperties':{'$ref':'#/$defs/a'}}}}"
            })
    void a_schema_of_values_within_their_like_is_fine(String json) throws Exception {
        assertThat(problems(json, "[]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"{'not':,}", "{'allOf':[,]}", "{'properties':{'a':,}}", "{'items':,}"})
    void a_schema_that_is_nested_too_deeply_is_refused(String open, String close) {
        int levels =
                498 / (int) open.chars().filter(it -> it == '{' || it == '[').count();
        assertThat(refusals(open.repeat(levels) + "{}" + close.repeat(levels)))
                .containsExactly(new Refusal("", "is too large or too deep to validate against the schema of schemas"));
    }

    @Test
    void a_chain_of_more_references_than_are_followed_is_refused() {
        String chain = IntStream.range(0, 1_001)
                .mapToObj(i -> "'a" + i + "':{'$ref':'#/$defs/a" + (i + 1) + "'}")
                .collect(Collectors.joining(","));
        assertThat(refusals("{'$ref':'#/$defs/a0','$defs':{" + chain + ",'a1001':{}}}"))
                .containsExactly(new Refusal("", "is recursive or too large to validate a document"));
    }

    @Test
    void a_pattern_that_is_nested_too_deeply_is_refused() {
        assertThat(refusals("{'pattern':'" + "(".repeat(100_000) + "'}"))
                .singleElement()
                .satisfies(it -> assertThat(it.pointer()).isEqualTo("/pattern"));
    }

    @Test
    void what_is_called_like_a_keyword_is_a_field_among_properties() throws Exception {
        String json = "{'properties':{'$ref':{'type':'string'},'$id':{'type':'string'},'pattern':{'type':'string'}}}";
        assertThat(problems(json, "{'$ref':'x','$id':'y','pattern':1}"))
                .containsExactly(new Refusal("/pattern", "expected a text"));
        assertThat(problems("{'const':{'$ref':'#/no','pattern':'('}}", "{'$ref':'#/no','pattern':'('}"))
                .isEmpty();
    }

    private static List<Refusal> refusals(String json) {
        BadSchemaException bad = catchThrowableOfType(BadSchemaException.class, () -> schema(json));
        assertThat(bad).as(json).isNotNull();
        return bad.refusals();
    }
}
