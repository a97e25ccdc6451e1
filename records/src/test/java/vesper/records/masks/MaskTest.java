package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MaskTest {
    @Test
    void credentials_and_cookies_are_hidden_whatever_the_names() {
        for (String name : List.of("Authorization", "proxy-authorization", "COOKIE", "Set-Cookie")) {
            assertThat(Mask.DEFAULT.hidesHeader(name)).isTrue();
            byte[] bytes = ("x" + name).getBytes(UTF_8);
            assertThat(Mask.DEFAULT.hidesHeader(bytes, 1, bytes.length)).isTrue();
        }
        assertThat(Mask.DEFAULT.hidesHeader("X-Api-Key")).isFalse();
        assertThat(Mask.of(List.of("x-api-key")).hidesHeader("X-Api-Key")).isTrue();
        assertThat(Mask.DEFAULT.hidesFields()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization",
        "authorization",
        "Proxy-Authorization",
        "Cookie",
        "Set-Cookie",
        "X-Api-Key",
        "api-key",
        "api_key",
        "apiKey",
        "APIKEY",
        "X-Auth-Token",
        "x_auth_token",
        "token",
        "Token",
        "access_token",
        "accessToken",
        "refreshToken",
        "id_token",
        "X-CSRF-Token",
        "csrfToken",
        "secret",
        "client_secret",
        "clientSecret",
        "password",
        "passwd",
        "pwd",
        "passphrase",
        "private_key",
        "privateKey",
        "sessionToken"
    })
    void what_secrets_are_usually_called_is_hidden_everywhere(String name) {
        Mask usual = Mask.of(Mask.USUAL);
        MaskSubject subject = new MaskSubject(Mask.USUAL.toArray(String[]::new));
        byte[] bytes = name.getBytes(UTF_8);

        assertThat(usual.hidesHeader(name)).isTrue();
        assertThat(usual.hidesHeader(bytes, 0, bytes.length)).isTrue();
        assertThat(subject.json("{\"a\":1,\"" + name + "\":\"hush\",\"b\":2}"))
                .isEqualTo("{\"a\":1,\"" + name + "\":\"***\",\"b\":2}");
        assertThat(subject.form("a=1&" + name + "=hush&b=2")).isEqualTo("a=1&" + name + "=***&b=2");
        assertThat(subject.xml("<a><" + name + ">hush</" + name + "></a>"))
                .isEqualTo("<a><" + name + ">***</" + name + "></a>");
    }

    @Test
    void what_only_resembles_the_usual_names_is_shown() {
        MaskSubject subject = new MaskSubject(Mask.USUAL.toArray(String[]::new));
        String text = "{\"tokens\":1,\"secretary\":\"Ann\",\"passwordHint\":\"dog\",\"cookies\":[2],\"author\":\"Bo\"}";

        assertThat(subject.json(text)).isEqualTo(text);
    }

    @Test
    void a_name_of_several_words_is_hidden_however_they_are_written_together() {
        for (String name : List.of("card-number", "card_number", "cardNumber")) {
            Mask mask = Mask.of(List.of(name));
            for (String written : List.of("Card-Number", "card_number", "cardNumber", "CARDNUMBER"))
                assertThat(mask.hidesHeader(written))
                        .as("%s by %s", written, name)
                        .isTrue();
            assertThat(mask.hidesHeader("card")).isFalse();
            assertThat(mask.hidesHeader("card number")).isFalse();
        }
        assertThat(Mask.of(List.of("__id")).hidesHeader("id")).isFalse();
    }

    @Test
    void two_masks_together_hide_what_either_hides() {
        Mask both = Mask.of(List.of("pin", "token")).and(Mask.of(List.of("token", "secret")));
        for (String name : List.of("pin", "token", "secret"))
            assertThat(both.hidesHeader(name)).as(name).isTrue();
        assertThat(both.hidesHeader("other")).isFalse();
        assertThat(Mask.of(List.of("pin")).and(Mask.DEFAULT).hidesHeader("pin")).isTrue();
        assertThat(Mask.DEFAULT.and(Mask.of(List.of("pin"))).hidesHeader("pin")).isTrue();
    }

    @Test
    void letters_that_only_fold_to_those_of_a_name_make_another_name() {
        // U+212A, the sign of the kelvin, has a k as its small letter.
        assertThat(Mask.of(List.of("token")).hidesHeader("to\u212aen")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"a\\q", "[\"a\\q\"", "[\"a\\u", "[\"\\q\"]"})
    void json_may_change_wherever_an_escape_stands_that_it_does_not_have(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(Mask.of(List.of("password")).mayHide(BodyKind.JSON, bytes, 0, bytes.length))
                .isTrue();
    }

    @Test
    void a_mask_without_names_copies_everything() {
        byte[] text = "{\"authorization\":\"x\"}".getBytes(UTF_8);
        byte[] target = new byte[5];

        assertThat(new Masker().copy(Mask.DEFAULT, BodyKind.UNREADABLE, text, 0, text.length, target, 1))
                .isEqualTo(4);
        assertThat(target).containsExactly(0, '{', '"', 'a', 'u');
    }

    @Test
    void names_are_bounded() {
        assertThatThrownBy(() -> Mask.of(List.of(" "))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Mask.of(List.of("x".repeat(Mask.LONGEST_NAME + 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Mask.of(Collections.nCopies(Mask.MOST_NAMES + 1, "x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void other_content_is_hidden_as_a_whole_where_a_name_stands_in_it() {
        MaskSubject mask = new MaskSubject("password");

        assertThat(mask.other("my PassWord is x")).isEqualTo("***");
        assertThat(mask.other("my name is x")).isEqualTo("my name is x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dear secretary, the tokens are here",
                "secretary & tokens: 100 % \\o/",
                "a line\\nof secretaries and tokenizers",
                "iVBORw0KGgoApwdAAANSUhEUg",
                "passwordHint=dog; forgotPassword(); mypasswd2",
            })
    void a_name_within_another_word_hides_nothing(String text) {
        MaskSubject mask = new MaskSubject(Mask.USUAL.toArray(String[]::new));

        assertThat(mask.other(text)).isEqualTo(text);
        assertThat(mask.form("q=" + text.replaceAll("[%&;]", ""))).isEqualTo("q=" + text.replaceAll("[%&;]", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authtoken: x",
                "my-token: x",
                "the_secret: x",
                "say(\"pwd\")",
                "a\\npassword: x",
                "a\\npassw\\u006frd: x",
                "a%0apassword%20b",
                "\\x09token\\n",
                "token",
                "tokensecrettoken tokens token"
            })
    void a_name_that_is_a_word_hides_what_is_of_no_kind(String text) {
        assertThat(new MaskSubject(Mask.USUAL.toArray(String[]::new)).other(text))
                .isEqualTo("***");
    }

    @Test
    void names_are_words_between_what_is_no_letter_and_no_digit() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            List<String> names = random.ints(1 + random.nextInt(4), 1, 9)
                    .mapToObj(length -> letters(random, length))
                    .toList();
            String text = letters(random, random.nextInt(40));
            boolean stands = names.stream()
                    .map(name -> "(?<![a-z0-9])" + name + "(?![a-z0-9])")
                    .anyMatch(name -> Pattern.compile(name, Pattern.CASE_INSENSITIVE)
                            .matcher(text)
                            .find());
            byte[] bytes = ("ab" + text + "ab").getBytes(UTF_8);
            boolean found = new FieldNames(names).mayOccur(bytes, 2, bytes.length - 2, Joint.BETWEEN_WORDS);

            assertThat(found).as("seed %d: %s in %s", seed, names, text).isEqualTo(stands);
        }
    }

    @Test
    void names_are_found_wherever_they_stand() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            List<String> names = random.ints(1 + random.nextInt(4), 1, 9)
                    .mapToObj(length -> letters(random, length))
                    .toList();
            String text = letters(random, random.nextInt(40));
            boolean occurs = names.stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains);
            byte[] bytes = ("ab" + text + "ab").getBytes(UTF_8);
            boolean found = new FieldNames(names).mayOccur(bytes, 2, bytes.length - 2);

            assertThat(found).as("seed %d: %s in %s", seed, names, text).isEqualTo(occurs);
        }
    }

    private static String letters(Random random, int length) {
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) letters[i] = "abcAB_".charAt(random.nextInt(6));
        return new String(letters).toLowerCase(random.nextBoolean() ? Locale.ROOT : Locale.ENGLISH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "application/json|-|{}|JSON",
                "Application/Problem+JSON; charset=UTF-8|-|[|JSON",
                "application/x-ndjson|-|\"x\"|JSON",
                "application/json|-|a=b|OTHER",
                "application/json|-|<a/>|XML",
                "text/xml;charset=\"iso-8859-1\"|-|<a/>|XML",
                "application/soap+xml|-|<|XML",
                "application/xml|-|{}|JSON",
                "application/xml|-|x|UNREADABLE",
                "application/xml|-|<?xml version=\"1.0\" encoding = 'UTF-8'?><a/>|XML",
                "application/xml|-|<?xml version=\"1.0\"?><a encoding='UTF-7'/>|XML",
                "application/xml|-|<?xml version=\"1.0\" encoding=\"UTF-7\"?><a/>|UNREADABLE",
                "-|-|<?xml version=\"1.0\"  Encoding='ibm037'?><a/>|UNREADABLE",
                "application/x-www-form-urlencoded|-|a=b|FORM",
                "application/x-www-form-urlencoded|-|{\"a\":1}|JSON",
                "application/x-www-form-urlencoded|-|<a/>|XML",
                "application/x-www-form-urlencoded|-|[x]=1&p%61ssword=2|OTHER",
                "application/x-www-form-urlencoded|-| {x}=1|OTHER",
                "application/x-www-form-urlencoded|-|<=1|OTHER",
                "text/plain| - |  [1]|JSON",
                "text/html|-|<a/>|OTHER",
                "-|-|<a/>|XML",
                "-|-|hello|OTHER",
                "multipart/form-data; boundary=a|-|{|OTHER",
                "application/json|gzip|{}|UNREADABLE",
                "application/json|identity|{}|JSON",
                "application/json; charset=utf-16|-|{}|UNREADABLE",
                "text/plain; a=b ; charset=IBM037|-|x|UNREADABLE",
            })
    void the_kind_of_a_body_is_what_its_type_says_and_what_it_looks_like(
            String type, String encoding, String body, BodyKind kind) {
        byte[] bytes = body.getBytes(UTF_8);

        assertThat(BodyKind.of(type, encoding, bytes, 0, bytes.length)).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--a\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Transfer-Encoding: base64\r\n\r\neyJw",
                "--a\r\ncontent-transfer-encoding :\r\n\tQuoted-Printable\r\n\r\np=61ssword",
                "--a\r\nContent-Encoding:gzip\r\n\r\nx",
                "--a\r\nContent-Encoding: identity, gzip\r\n\r\nx",
                "--a\r\nContent-Transfer-Encoding: binary64\r\n\r\nx",
                "--a\r\nContent-Type: text/plain; CharSet = \"utf-16\"\r\n\r\nx",
                "--a\r\nContent-Disposition: form-data; name=\"_charset_\"\r\n\r\nutf-7\r\n--a",
                "--a\r\nContent-Transfer-Encoding: 8bit\r\n\r\nx\r\n--a\r\nContent-Transfer-Encoding:",
            })
    void a_message_with_a_part_that_names_are_not_found_in_is_unreadable(String body) {
        assertThat(kind("multipart/form-data; boundary=a", body)).isEqualTo(BodyKind.UNREADABLE);
        assertThat(kind("message/rfc822", body)).isEqualTo(BodyKind.UNREADABLE);
        assertThat(kind("text/plain", body)).isEqualTo(BodyKind.OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--a\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\nx\r\n--a--",
                "--a\r\nContent-Transfer-Encoding: 8BIT\r\n\r\nx",
                "--a\r\nContent-Transfer-Encoding:binary\r\nContent-Encoding: identity\r\n\r\nx",
                "--a\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\nx",
                "--a\r\nContent-Disposition: form-data; name=\"_charset_\"\r\n\r\nutf-8\r\n--a",
                "--a\r\n\r\nan encoding, a charset, encodings and charsets",
            })
    void a_message_of_plain_parts_is_read(String body) {
        assertThat(kind("Multipart/Mixed", body)).isEqualTo(BodyKind.OTHER);
    }

    private static BodyKind kind(String contentType, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return BodyKind.of(contentType, null, bytes, 0, bytes.length);
    }

    @Test
    void wide_characters_are_seen_by_their_zeros() {
        byte[] wide = "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);

        assertThat(BodyKind.of(null, null, wide, 0, wide.length)).isEqualTo(BodyKind.UNREADABLE);
        assertThat(BodyKind.of(null, null, Arrays.copyOf(wide, 0), 0, 0)).isEqualTo(BodyKind.OTHER);

        byte[] ebcdic = "<?xml version=\"1.0\" encoding=\"IBM037\"?><a/>".getBytes(Charset.forName("IBM037"));
        assertThat(BodyKind.of(null, null, ebcdic, 0, ebcdic.length)).isEqualTo(BodyKind.UNREADABLE);
        assertThat(BodyKind.of("text/xml", null, ebcdic, 0, ebcdic.length)).isEqualTo(BodyKind.UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a=1&password=x&b=2|a=1&password=***&b=2",
                "[x]=1&p%61ssword=x|***",
                "%7Bx=1&p%61ssword=x|***",
                "{\"password\":{\"a\":\"1&x=2\"}}|***",
                "{%22p%5Cu0061ssword%22:%22x%22}|***",
                "[0]=1&b=%41|[0]=1&b=%41",
            })
    void queries_are_forms_unless_they_begin_as_something_else(String query, String masked) {
        assertThat(new QueryMask(Mask.of(List.of("password"))).apply(query)).isEqualTo(masked);
    }
}
