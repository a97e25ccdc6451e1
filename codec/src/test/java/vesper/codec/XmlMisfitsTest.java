package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.codec.MediaFormat.XML;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text where elements are expected, and elements where text is expected. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class XmlMisfitsTest {
    private static final BadField NO_LIST = new BadField("", "expected a list");

    private final Codec codec = new Codec(false);

    public record Line(String sku) {}

    public record Order(
            String name,
            Integer count,
            Duration lasts,
            Optional<String> note,
            List<Line> lines,
            Set<String> tags,
            int[] sizes) {}

    @ParameterizedTest
    @ValueSource(classes = {List.class, Integer[].class, Line[].class})
    void text_where_the_whole_should_be_a_list_is_told_once(Class<?> type) {
        assertThat(misfits("<items>hello</items>", type)).containsExactly(NO_LIST);
        assertThat(misfits("<items a='b'>hello</items>", type)).containsExactly(NO_LIST);
    }

    @Test
    void text_where_a_field_is_a_list_is_told_once_at_that_field() {
        assertThat(misfits("<order><lines>hello</lines><sizes>1</sizes></order>", Order.class))
                .containsExactly(new BadField("/lines", "expected a list"), new BadField("/sizes", "expected a list"));
        assertThat(misfits("<order><lines>hello<lines><sku>a</sku></lines></lines></order>", Order.class))
                .containsExactly(new BadField("/lines", "expected a list"));
    }

    @Test
    void elements_in_a_field_that_is_text_are_told_at_that_field() {
        String whole = "expected a whole number from -2147483648 to 2147483647";
        assertThat(misfits(
                        "<order><name>a<b>c</b>d</name><count>1<b/></count><lasts>PT1H<b>c</b></lasts>"
                                + "<note><b a='c'>d</b></note><lines><lines><sku><b/></sku></lines></lines></order>",
                        Order.class))
                .containsExactly(
                        new BadField("/name", "expected text"),
                        new BadField("/count", whole),
                        new BadField("/lasts", "expected a duration like PT15M"),
                        new BadField("/note", "expected text"),
                        new BadField("/lines/0/sku", "expected text"));
        assertThat(misfits("<order><tags><tags>a</tags><tags>b<c/></tags></tags></order>", Order.class))
                .containsExactly(new BadField("/tags/1", "expected text"));
        assertThat(misfits("<text>a<b>c</b></text>", String.class)).containsExactly(new BadField("", "expected text"));
    }

    @Test
    void attributes_blanks_and_empty_elements_harm_nobody() {
        assertThat(codec.read(
                        XML,
                        ("<order>\n <name a='b'>c</name>\n <count a='b'>1</count>\n <lines>\n  <lines a='b'>\n"
                                        + "   <sku>d</sku>\n  </lines>\n </lines>\n <tags>\n  <tags>e</tags>\n </tags>\n"
                                        + " <sizes>\n  <sizes>1</sizes>\n </sizes>\n</order>")
                                .getBytes(UTF_8),
                        Order.class))
                .asString()
                .startsWith("Value[value=Order[name=c, count=1, lasts=null, note=Optional.empty, lines=[Line[sku=d]],"
                        + " tags=[e], sizes=[I@");
        assertThat(codec.read(XML, "<items/>".getBytes(UTF_8), List.class)).isInstanceOf(DecodeResult.Value.class);
        assertThat(codec.read(XML, "<items>\n <item>1</item>\n</items>".getBytes(UTF_8), List.class))
                .isEqualTo(new DecodeResult.Value<Object>(List.of("1")));
    }

    private List<BadField> misfits(String xml, Class<?> type) {
        DecodeResult<Object> read = codec.read(XML, xml.getBytes(UTF_8), type);
        assertThat(read).as(xml).isInstanceOf(DecodeResult.Mismatch.class);
        return ((DecodeResult.Mismatch<Object>) read).fields();
    }
}
