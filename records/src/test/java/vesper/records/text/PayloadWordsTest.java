package vesper.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PayloadWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"customer":{"name":"Smith"}}                      | customer.name  | smith
            { "Customer" : { "NAME" : "Smith" } }              | customer.name  | smith
            {"items":[{"name":"pen"},{"name":"ink"}]}          | items.name     | pen ink
            {"tags":["a b",["c"]],"x":"d"}                     | tags           | a b c
            {"a":{"b":1},"c":2}                                | c              | 2
            {"a":[{"b":1}],"c":2}                              | c              | 2
            {"n":-12.5e3,"t":true,"z":null}                    | n              | 12.5e3
            {"n":-12.5e3,"t":true,"z":null}                    | t              | true
            {"a":"x\\u0041\\n\\"y\\ud83d\\ude00z\\\\w"}        | a              | xa y z w
            {"a":"x\\ud800y\\udc00 \\ud83dz\\ud83d\\u0041"}      | a              | x y z a
            {"größe":"XXL"}                                    | größe          | xxl
            {"":{"a":"x"}}                                     | a              | x
            [{"a":"x"}]                                        | a              | x
            {"a":"cut off he                                   | a              | cut off he
            {"a":{"b":"x                                       | a.b            | x
            {"a":"x\\                                          | a              | x
            {"a":"x\\u00                                       | a              | x 00
            [}}]]{"a":"x"}                                     | a              | x
            {"a" "b" : "x", c: y}                              | a              | b x c y
            <order><customer id="7"><name>Smith</name></customer></order> | order.customer.name | smith
            <order><customer id="7"><name>Smith</name></customer></order> | customer.name       | smith
            <order><customer id="7"><name>Smith</name></customer></order> | customer.id         | 7
            <o:order xmlns:o="urn:x"><o:a o:b='1' c = "2"/><d>3</d></o:order> | order.a.b | 1
            <o:order xmlns:o="urn:x"><o:a o:b='1' c = "2"/><d>3</d></o:order> | a.c       | 2
            <o:order xmlns:o="urn:x"><o:a o:b='1' c = "2"/><d>3</d></o:order> | d         | 3
            <a><b>x &amp; y&#65;&#x42; &lt;z</b></a>           | b              | x yab z
            <a><b><![CDATA[x < y]]></b></a>                    | a.b            | x y
            <a><!-- x <b>no</b> --><b>y</b></a>                | a.b            | y
            <a><b><c>x</b><d>y</d></a>                         | a.d            | y
            <a></z><b>x</b></a>                                | a.b            | x
            <?xml version="1.0"?><!DOCTYPE a><a>x</a>          | a              | x
            <a><b c="x                                         | a.b.c          | x
            <a><b>x &am                                        | b              | x am
            <a>1 < 2 & 3</a>                                   | a              | 1 2 3
            """)
    void words_stand_at_the_path_of_their_value(String payload, String path, String expected) {
        assertThat(at(payload.getBytes(UTF_8), PayloadForm.UNKNOWN, path)).isEqualTo(expected);
    }

    @Test
    void a_form_has_its_names_as_paths() {
        byte[] form = "name=John+Smith&City=K%C3%B6ln&x&=y&z=%4".getBytes(UTF_8);
        assertThat(at(form, PayloadForm.FORM, "name")).isEqualTo("john smith");
        assertThat(at(form, PayloadForm.FORM, "city")).isEqualTo("köln");
        assertThat(at(form, PayloadForm.FORM, "z")).isEqualTo("4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"Name":"Hello, world!"}        | name hello world
            <a b="c">d<e/>f</a>             | a b c d e f
            Hello, {world}                  | hello world
            """)
    void names_are_words_too(String payload, String expected) {
        assertThat(words(payload.getBytes(UTF_8), PayloadForm.UNKNOWN)).isEqualTo(expected);
    }

    @Test
    void media_types_tell_the_form() {
        assertThat(PayloadForm.of("application/json; charset=utf-8")).isEqualTo(PayloadForm.JSON);
        assertThat(PayloadForm.of("application/problem+JSON")).isEqualTo(PayloadForm.JSON);
        assertThat(PayloadForm.of("text/html")).isEqualTo(PayloadForm.XML);
        assertThat(PayloadForm.of("application/soap+xml")).isEqualTo(PayloadForm.XML);
        assertThat(PayloadForm.of("application/x-www-form-urlencoded")).isEqualTo(PayloadForm.FORM);
        assertThat(PayloadForm.of("text/csv;x=json")).isEqualTo(PayloadForm.TEXT);
        assertThat(PayloadForm.of("image/png")).isEqualTo(PayloadForm.BINARY);
        assertThat(PayloadForm.of("application/octet-stream")).isEqualTo(PayloadForm.UNKNOWN);
        assertThat(PayloadForm.of("")).isEqualTo(PayloadForm.UNKNOWN);
    }

    @Test
    void what_is_no_text_has_no_words() {
        assertThat(words("PK\u0003\u0004 words".getBytes(ISO_8859_1), PayloadForm.UNKNOWN))
                .isEmpty();
        assertThat(words("\u001f\u008b words".getBytes(ISO_8859_1), PayloadForm.UNKNOWN))
                .isEmpty();
    }

    @Test
    void what_is_nested_deeply_has_words_without_paths() {
        String deep = "{\"a\":".repeat(5000) + "\"x\"" + "}".repeat(5000);
        assertThat(words(deep.getBytes(UTF_8), PayloadForm.JSON)).endsWith(" x");
        String behind = "[" + "[".repeat(5000) + "]".repeat(5000) + ",{\"b\":\"y\"}]";
        assertThat(at(behind.getBytes(UTF_8), PayloadForm.JSON, "b")).isEqualTo("y");
        String tags = "<a>".repeat(5000) + "x" + "</a>".repeat(5000) + "<b>y</b>";
        assertThat(at(tags.getBytes(UTF_8), PayloadForm.XML, "b")).isEqualTo("y");
        String longName = "{\"" + "n".repeat(600) + "\":{\"b\":\"x\"},\"c\":\"y\"}";
        assertThat(at(longName.getBytes(UTF_8), PayloadForm.JSON, "c")).isEqualTo("y");
    }

    @Test
    void nothing_makes_it_fail() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String[] pieces = {
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "\\",
            "\\u",
            "\\ud83d",
            "<",
            ">",
            "</",
            "/>",
            "<a",
            " b=",
            "'",
            "&",
            "&#",
            ";",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?",
            "%",
            "=",
            "+",
            "a",
            "7",
            "ä",
            " ",
            "\u0000",
            "name"
        };
        for (int i = 0; i < 30_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(30); length >= 0; length--)
                text.append(pieces[random.nextInt(pieces.length)]);
            byte[] bytes = text.toString().getBytes(UTF_8);
            if (bytes.length > 0 && random.nextInt(3) == 0)
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            for (PayloadForm form : PayloadForm.values()) {
                try {
                    new PayloadWords((word, length) -> {}).scan(bytes, from, to, form);
                } catch (RuntimeException failure) {
                    throw new AssertionError("seed " + seed + ", " + form + " of " + text, failure);
                }
            }
        }
    }

    @Test
    void wherever_a_payload_is_cut_its_first_words_are_found() {
        byte[] json = "{\"a\":{\"b\":[\"one\",{\"c\":\"tw\\u006f\"}],\"d\":3},\"e\":\"four\"}".getBytes(UTF_8);
        String all = words(json, PayloadForm.JSON);
        for (int length = 0; length < json.length; length++) {
            List<String> words = new ArrayList<>();
            collector(words).scan(json, 0, length, PayloadForm.JSON);
            int certain = Math.max(0, words.size() - 1);
            assertThat(all).startsWith(String.join(" ", words.subList(0, certain)));
        }
    }

    private static String words(byte[] payload, PayloadForm form) {
        List<String> words = new ArrayList<>();
        collector(words).scan(payload, 0, payload.length, form);
        return String.join(" ", words);
    }

    private static PayloadWords collector(List<String> words) {
        return new PayloadWords((word, length) -> words.add(new String(word, 0, length, UTF_8)));
    }

    private static String at(byte[] payload, PayloadForm form, String path) {
        long wanted = Paths.hashOf(path);
        List<String> words = new ArrayList<>();
        new PayloadWords(new WordSink() {
                    @Override
                    public void word(byte[] folded, int length) {}

                    @Override
                    public void wordAt(long pathHash, byte[] folded, int length) {
                        if (pathHash == wanted) words.add(new String(folded, 0, length, UTF_8));
                    }
                })
                .scan(payload, 0, payload.length, form);
        return String.join(" ", words);
    }
}
