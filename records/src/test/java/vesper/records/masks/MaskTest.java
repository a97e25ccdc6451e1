package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                "application/json|-|x|JSON",
                "Application/Problem+JSON; charset=UTF-8|-|x|JSON",
                "application/x-ndjson|-|x|JSON",
                "text/xml;charset=\"iso-8859-1\"|-|x|XML",
                "application/soap+xml|-|x|XML",
                "application/x-www-form-urlencoded|-|a=b|FORM",
                "application/x-www-form-urlencoded|-|{\"a\":1}|JSON",
                "application/x-www-form-urlencoded|-|<a/>|XML",
                "text/plain| - |  [1]|JSON",
                "-|-|<a/>|XML",
                "-|-|hello|OTHER",
                "multipart/form-data; boundary=a|-|{|OTHER",
                "application/json|gzip|x|UNREADABLE",
                "application/json|identity|x|JSON",
                "application/json; charset=utf-16|-|x|UNREADABLE",
                "text/plain; a=b ; charset=IBM037|-|x|UNREADABLE",
            })
    void the_kind_of_a_body_is_what_its_type_says_and_what_it_looks_like(
            String type, String encoding, String body, BodyKind kind) {
        byte[] bytes = body.getBytes(UTF_8);

        assertThat(BodyKind.of(type, encoding, bytes, 0, bytes.length)).isEqualTo(kind);
    }

    @Test
    void wide_characters_are_seen_by_their_zeros() {
        byte[] wide = "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);

        assertThat(BodyKind.of(null, null, wide, 0, wide.length)).isEqualTo(BodyKind.UNREADABLE);
        assertThat(BodyKind.of(null, null, Arrays.copyOf(wide, 0), 0, 0)).isEqualTo(BodyKind.OTHER);
    }
}
