package vesper.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultsTest {
    private final Codec codec = new Codec(true);

    enum Size {
        SMALL
    }

    record Sized(Size size) {
        Sized(String size) {
            this(Size.valueOf(size));
        }

        @com.fasterxml.jackson.annotation.JsonCreator
        static Sized of(@com.fasterxml.jackson.annotation.JsonProperty("size") String size) {
            return new Sized(size);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{]                | expected a name in double quotes or }, found ] | 1 | 2",
                "{'a':1}           | expected a name in double quotes or }, found ' | 1 | 2",
                "{\"a\" 1}         | expected :, found 1                            | 1 | 6",
                "{\"a\":}          | expected a value, found }                      | 1 | 6",
                "{\"a\":1,}        | expected a name in double quotes, found }      | 1 | 8",
                "{\"a\":1 \"b\":2} | expected , or }, found U+0022                  | 1 | 8",
                "[1,]              | expected a value, found ]                      | 1 | 4",
                "[1}               | expected , or ], found }                       | 1 | 3",
                "[,1]              | expected a value or ], found ,                 | 1 | 2",
                "[01]              | a number has a leading zero                    | 1 | 3",
                "[1.]              | expected a digit, found ]                      | 1 | 4",
                "[+1]              | expected a value or ], found +                 | 1 | 2",
                "[NaN]             | expected a value or ], found NaN               | 1 | 2",
                "[nulls]           | expected , or ], found s                       | 1 | 6",
                "[\"\\q\"]         | expected one of \" \\ / b f n r t u after \\, found q   | 1 | 4",
                "[\"\\u12x4\"]     | expected four hexadecimal digits after \\u, found x4    | 1 | 7",
                "// no             | expected a value, found /                      | 1 | 1",
                "<a/>              | expected a value, found <                      | 1 | 1",
                "[1                | expected , or ], found the end                 | 1 | 3",
                "{\"a              | it ends in the middle of a name                | 1 | 4",
                "[\"a              | it ends in the middle of a text                | 1 | 4",
                "[1] 2             | there is content after its end                 | 1 | 5",
            })
    void JSON_that_breaks_the_grammar_is_told_in_our_own_words(String text, String words, int line, int column) {
        assertThat(read(MediaFormat.JSON, text))
                .isEqualTo(new DecodeResult.Malformed<>(
                        "The JSON is not well-formed: " + words.replace("found U+0022", "found \""), line, column));
    }

    @Test
    void a_place_is_counted_in_lines_and_characters() {
        String text = "{\r\n \"é\": \"ü\",\n\r \"x\" 1}";
        DecodeResult<Object> expected =
                new DecodeResult.Malformed<>("The JSON is not well-formed: expected :, found 1", 4, 6);
        assertThat(read(MediaFormat.JSON, text)).isEqualTo(expected);
        assertThat(codec.read(MediaFormat.JSON, text.getBytes(ISO_8859_1), ISO_8859_1, Map.class))
                .isEqualTo(expected);
        String large = "[" + "\"é\",".repeat(20_000) + "}";
        assertThat(read(MediaFormat.JSON, large))
                .isEqualTo(new DecodeResult.Malformed<>(
                        "The JSON is not well-formed: expected a value, found }", 1, 80_002));
    }

    @Test
    void a_line_end_in_a_text_and_what_is_too_long_are_told() {
        assertThat(reason(MediaFormat.JSON, "[\"a\nb\"]"))
                .isEqualTo("The JSON is not well-formed: a text contains U+000A, which must be escaped");
        assertThat(reason(MediaFormat.JSON, "[" + "1".repeat(1001) + "]"))
                .isEqualTo("The JSON is not well-formed: a number is longer than 1000 characters");
        assertThat(reason(MediaFormat.JSON, "{\"" + "n".repeat(60_000) + "\":1}"))
                .isEqualTo("The JSON is not well-formed: a name is longer than 5000 characters");
        assertThat(reason(MediaFormat.XML, "<a" + "n".repeat(6_000) + "/>"))
                .isEqualTo("The XML is not well-formed: a name is longer than 5000 characters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x                 | unexpected x",
                "{\"a\":1}         | unexpected {",
                "<a>               | expected </a>, found the end",
                "<a><b></a>        | expected </b>, found </a>",
                "<a>&x;</a>        | the entity &x; is not known",
                "<a b=1/>          | an attribute value is not in quotes",
                "<a b='1' b='2'/>  | the attribute b occurs twice in one element",
                "<x:a/>            | the prefix x is not bound to a namespace",
                "<a b></a>         | an attribute has no value",
                "<a><</a>          | unexpected <",
                "<a>&#x0;</a>      | a character reference names a character that XML does not allow",
                "<a><![CDATA[x</a> | it ends in the middle of a CDATA section",
                "<a b='1           | it ends in the middle of an attribute",
                "<a><!-- -- --></a>| a comment contains --",
                "<a></a            | it ends too early",
                "<?xml version='3.0'?><a/> | it contains something that is not allowed",
            })
    void XML_that_breaks_the_grammar_is_told_in_our_own_words(String text, String words) {
        assertThat(reason(MediaFormat.XML, text)).isEqualTo("The XML is not well-formed: " + words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a><a><b>1</b></a>",
                "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a/>",
                "<!DOCTYPE a PUBLIC '-//A//B' 'file:///etc/passwd'><a/>",
                "<?xml version='1.0'?><!-- c --><!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
                "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>",
            })
    void XML_with_a_DOCTYPE_is_refused(String text) {
        assertThat(reason(MediaFormat.XML, text)).isEqualTo("XML with a DOCTYPE is not accepted");
        Charset charset = ISO_8859_1;
        assertThat(codec.read(MediaFormat.XML, text.getBytes(charset), charset, Map.class))
                .isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void no_sentence_of_the_JDK_is_told_for_a_value_that_a_constructor_refuses() {
        assertThat(codec.read(MediaFormat.JSON, "{\"size\":\"HUGE\"}".getBytes(UTF_8), Sized.class))
                .isEqualTo(new DecodeResult.Mismatch<>(List.of(new BadField("", "expected an object"))));
    }

    private DecodeResult<Object> read(MediaFormat format, String text) {
        return codec.read(format, text.getBytes(UTF_8), Map.class);
    }

    private String reason(MediaFormat format, String text) {
        assertThat(read(format, text)).isInstanceOf(DecodeResult.Malformed.class);
        return ((DecodeResult.Malformed<Object>) read(format, text)).reason();
    }
}
