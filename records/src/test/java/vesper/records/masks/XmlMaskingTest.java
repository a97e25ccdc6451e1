package vesper.records.masks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class XmlMaskingTest {
    private static final String SECRET = "S3CR3T";

    private final MaskSubject mask = new MaskSubject("password", "Token");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<a><password>x</password><b>y</b></a>|<a><password>***</password><b>y</b></a>",
                "<a><PASSWORD >x</PASSWORD ></a>|<a><PASSWORD >***</PASSWORD ></a>",
                "<a><n:password xmlns:n='u'>x</n:password></a>|<a><n:password xmlns:n='u'>***</n:password></a>",
                "<a token='x' b=\"y\"/>|<a token='***' b=\"y\"/>",
                "<a n:token = \"x\" b='token'/>|<a n:token = \"***\" b='token'/>",
                "<token kind='x'>y</token>|<token kind='***'>***</token>",
                "<token/><a>b</a>|<token/><a>b</a>",
                "<token></token>|<token>***</token>",
                "<token><b><token>x</token></b>y<token/>z</token>q|<token>***</token>q",
                "<token><![CDATA[</token>]]>x</token>y|<token>***</token>y",
                "<token><!-- </token> -->x</token>y|<token>***</token>y",
                "<token><b c='</token>'>x</b></token>y|<token>***</token>y",
                "<a><!-- <password>x</password> --><b>y</b></a>|<a><!--***--><b>y</b></a>",
                "<a><![CDATA[<password>x]]></a>|<a><![CDATA[***]]></a>",
                "<a><!-- b --><![CDATA[c]]><token>x</token></a>|<a><!-- b --><![CDATA[c]]><token>***</token></a>",
                "<?xml version=\"1.0\"?><token>x</token>|<?xml version=\"1.0\"?><token>***</token>",
                "<passwords>x</passwords><b password2='y'/>|<passwords>x</passwords><b password2='y'/>",
                "<a>password: b</a>|<a>password: b</a>",
            })
    void content_and_attributes_are_hidden_and_the_rest_stays(String text, String masked) {
        assertThat(mask.xml(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a><password>SECRET",
                "<a><password>SECRET</passwor",
                "<a><password>SECRET</b>SECRET",
                "<a password='SECRET",
                "<a password=\"SECRET'>",
                "<a password=SECRET>",
                "<a b='><password>SECRET</password>'",
                "<a b=\"<password>SECRET</password>\"/>",
                "< password>SECRET</password>",
                "<a><!<password>SECRET",
                "<!DOCTYPE a [<!ENTITY b '<password>SECRET</password>'>]><a>&b;</a>",
                "<!DOCTYPE a [<!ENTITY p 'SECRET'>]><a><password>&p;</password></a>",
                "<a></a <password>SECRET</password>",
                "<password a='SECRET' b>SECRET</password>",
                "<password xmlns='u' xmlnsx='SECRET'/>",
                "<!-- password SECRET",
                "<![CDATA[password SECRET",
                "<?password SECRET",
            })
    void of_what_is_cut_or_broken_no_secret_is_told(String broken) {
        assertThat(mask.xml(broken)).doesNotContain("SECRET").contains("***");
    }

    @Test
    void a_text_in_another_encoding_is_hidden_as_a_whole() {
        byte[] wide = "<password>SECRET</password>".getBytes(UTF_16BE);

        assertThat(new String(mask.masked(BodyKind.XML, wide), ISO_8859_1)).isEqualTo("***");
    }

    @Test
    void a_document_without_a_masked_name_stays_as_it_is() {
        String text = "<!DOCTYPE html><a b=c><!-- x --> < & > <![CDATA[ ]]></a";

        // A DOCTYPE may rename elements, so everything from there on is hidden.
        assertThat(mask.xml(text.substring(15))).isEqualTo(text.substring(15));
        assertThat(mask.xml(text)).isEqualTo("***");
    }

    @Test
    void what_is_well_formed_stays_so_and_no_cut_of_it_tells_a_secret() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            String text = element(random, 0, false);
            String masked = mask.xml(text);
            String as = "seed " + seed + ", text " + i + ": " + text;

            assertThatCode(() -> parse(masked)).as(as).doesNotThrowAnyException();
            assertThat(masked).as(as).doesNotContain(SECRET);
            assertThat(count(masked, "public")).as(as).isEqualTo(count(text, "public"));
            byte[] bytes = text.getBytes(UTF_8);
            for (int cut = 0; cut < bytes.length; cut += 1 + random.nextInt(5)) {
                byte[] part = mask.masked(BodyKind.XML, Arrays.copyOf(bytes, cut));
                assertThat(new String(part, UTF_8)).as(as + " cut at " + cut).doesNotContain(SECRET);
            }
        }
    }

    private static void parse(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static int count(String text, String word) {
        return text.split(word, -1).length - 1;
    }

    private static String element(Random random, int depth, boolean secret) {
        boolean hides = random.nextInt(4) == 0;
        boolean inside = secret || hides;
        String name =
                pick(random, hides ? List.of("password", "TOKEN", "n:token") : List.of("a", "tokens", "n:b", "ü"));
        String text = inside ? SECRET : "public";
        StringBuilder xml = new StringBuilder("<" + name);
        if (depth == 0) xml.append(" xmlns:n='urn:n'");
        if (random.nextInt(3) == 0) xml.append(" b = \"").append(text).append(" > / \"");
        if (random.nextInt(3) == 0) xml.append("\ntoken='").append(SECRET).append("'");
        if (random.nextInt(6) == 0) return xml.append(" />").toString();
        xml.append(random.nextInt(5) == 0 ? " >" : ">");
        for (int i = random.nextInt(5); depth < 5 && i > 0; i--) {
            xml.append(
                    switch (random.nextInt(6)) {
                        case 0 -> text + "&amp; ] > password";
                        case 1 -> "<!-- " + text + " </token> -->".replace("</token>", inside ? "</token>" : "</b>");
                        case 2 -> "<![CDATA[<" + text + "]]>";
                        case 3 -> "<?" + "go " + text + "?>";
                        default -> element(random, depth + 1, inside);
                    });
        }
        return xml.append("</")
                .append(name)
                .append(random.nextInt(5) == 0 ? " >" : ">")
                .toString();
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
