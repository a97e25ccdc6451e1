package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UnescapingTest {
    private static final List<String> FORMS = List.of(
            "%%%02x", "%%%02X", "\\u%04x", "\\x%02x", "\\u{%x}", "&#%d;", "&#x%x;", "&#X%04X;", "%%u%04x", "%%25%02x");

    private final MaskSubject mask = new MaskSubject("password");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"\\u0070assword\":\"x\"}",
                "cb({\"p\\x61ssword\":\"x\"})",
                "cb({\"\\u{70}assword\":\"x\"})",
                "name=\"pass\\word\"\r\n\r\nx",
                "name*=UTF-8''pass%77ord\r\n\r\nx",
                "{\"x\":\"{\\\"p\\\\u0061ssword\\\":1}\"}",
                "p%61ssword=x",
                "%2570assword=x",
                "<script>{&quot;&#112;assword&quot;:1}</script>",
                "&#X70;assword",
                "\u007f{\"p\\u0061ssword\":\"x\"}",
            })
    void a_name_in_escapes_hides_what_is_of_no_kind(String text) {
        assertThat(mask.other(text)).isEqualTo("***");
        assertThat(mask.other("x ".repeat(700) + text + " y".repeat(700))).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"100 % \\o/ &amp; &#; \\u \\u{} %u %7", "%70ass word", "\u0000\\\u0000pass%20word", "&#99999999;"
            })
    void what_has_no_name_in_it_is_left_as_it_is(String text) {
        assertThat(mask.other(text)).isEqualTo(text);
    }

    @Test
    void a_name_is_found_wherever_it_stands_and_whichever_of_its_letters_are_escaped() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder name = new StringBuilder();
            for (char c : "PassWord".toCharArray()) {
                if (random.nextInt(3) > 0) name.append(c);
                else name.append(FORMS.get(random.nextInt(FORMS.size())).formatted((int) c));
            }
            String text = noise(random) + name + noise(random);
            assertThat(mask.other(text)).as("seed %d: %s", seed, text).isEqualTo("***");
            byte[] bytes = text.getBytes(UTF_8);
            FieldNames names = new FieldNames(List.of("password"));
            assertThat(new EscapedNameSearch().mayGive(names, (text + " = 1").getBytes(UTF_8), 0, bytes.length + 4))
                    .as("seed %d: %s", seed, text)
                    .isTrue();
        }
    }

    /** Text without letters and digits, which cannot be taken for parts of an escape. */
    private static String noise(Random random) {
        String unit = List.of("-", " %", "/ ", "..%25 ", "& ").get(random.nextInt(5));
        return unit.repeat(random.nextInt(1500)) + " ";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%", "\\", "&", "%25", "\\u", "&#", "%2", "\\u{", "passwor%", "&#0;", "%u00", "a\\u006", "}"})
    void no_text_takes_longer_than_a_harmless_one_of_its_size(String unit) {
        assertThat(Steadiness.isSteady(BodyKind.OTHER, "x%41", unit)).isTrue();
    }
}
