package vesper.records.masks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FormMaskingTest {
    private final MaskSubject mask = new MaskSubject("password", "api key");
    private final MaskSubject withoutBlanks = new MaskSubject("password");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a=1&password=x&b=2|a=1&password=***&b=2",
                "PASSWORD=x|PASSWORD=***",
                "p%61ssword=x&b=%41|p%61ssword=***&b=%41",
                "password=a;b=c&d=e|password=***&d=e",
                "a=1;password=x;c&d=e|a=1;password=***&d=e",
                "api+key=x&api%20key=y&apikey=z|api+key=***&api%20key=***&apikey=z",
                "user[password]=x&user.password=y&user[password][]=z|user[password]=***&user.password=***&user[password][]=***",
                "+password+=x|+password+=***",
                "password=&a=|password=***&a=",
                "password==x=y|password=***",
                "&&=x&a|&&=x&a",
                "q=password&passwords=1|q=password&passwords=1",
                "data={\"password\":\"x\"}&a=b|data=***&a=b",
                "data=%7B%22password%22%3A1%7D&a=b|data=***&a=b",
                "{\"password\":\"x\"}|***",
                "a=%zz&password=%z|a=%zz&password=***",
                "password=;x&b=1|password=***&b=1",
                // Parts below a masked one.
                "password[0]=x&password[new]=x&a=1|password[0]=***&password[new]=***&a=1",
                "password.value=x&user[password][0]=x&a=1|password.value=***&user[password][0]=***&a=1",
                "password%5B0%5D=x&[password]=x&a=1|password%5B0%5D=***&[password]=***&a=1",
                "user[api+key][0]=x&a=1|***&a=1",
                "$password=x&.password.=x|$password=***&.password.=***",
                "password-hint=1&my_password=1&passwordless[0]=1|password-hint=1&my_password=1&passwordless[0]=1",
                // Blanks and control characters around the name, and other kinds of escapes.
                "password%0d=x&%09password=x&password%00=x|password%0d=***&%09password=***&password%00=***",
                "%2570assword=x&passwor%u0064=x&a=%2541|%2570assword=***&passwor%u0064=***&a=%2541",
                "login:password=x&a=1|***&a=1",
                // Not a form.
                "{\"password\":\"x=y\"}|***",
                "{\"p\\u0061ssword\":\"x=y\"}|***",
                "[x]=1&p%61ssword=x|[x]=1&p%61ssword=***",
                // Values with nested fields.
                "data= {\"password\":1}&data=+{\"password\":1}&data=%0A{\"password\":1}|data=***&data=***&data=***",
                "data={\"\\u0070assword\":1}&b=1|data=***&b=1",
                "data=%7B%22%5Cu0070assword%22:1%7D&b=1|data=***&b=1",
                "data=<password>x</password>&b=1|data=***&b=1",
                "data=[\"password\",\"x\"]&b=1|data=***&b=1",
                "next=http%3A%2F%2Fh%2F%3Fpassword%3Dx&b=1|next=***&b=1",
                "next=http://h/?password=x&b=1|next=***&b=1",
                "next=http%3A%2F%2Fh%2F%3Fp%2561ssword%3Dx&b=1|next=***&b=1",
                "next=https://h/reset/password&q=my+password|next=https://h/reset/password&q=my+password",
                "data=%7B%22a%22%3A%22b%22%7D&b={\"a\":1}|data=%7B%22a%22%3A%22b%22%7D&b={\"a\":1}",
            })
    void values_of_masked_fields_are_hidden(String text, String masked) {
        assertThat(mask.form(text)).isEqualTo(masked);
        if (!text.contains("api")) assertThat(withoutBlanks.form(text)).isEqualTo(masked);
    }

    @Test
    void a_name_that_is_too_long_is_hidden_with_its_value() {
        assertThat(mask.form("%20" + "a".repeat(EscapedNameSearch.LONGEST_NAME) + "password=x&b=1"))
                .isEqualTo("***&b=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a={;",
                "a=[;",
                "a=<;",
                ";[=[;",
                "a;={;",
                "a=%7b;",
                ";",
                "=",
                "a;",
                "[",
                ".",
                "%",
                "%7",
                "%25",
                "\\",
                "\\u",
                "&",
                "%26",
                "passwor",
                "a=passwor;",
                "a=\\;",
                ":",
                "\"",
                "password",
                "password;",
                "a=password;",
                "[password",
                "[passwor].",
                "a=1;password.x",
                "{",
                "%u",
                "\\u{",
                "}",
                "%26#1;",
                "a=%25;",
            })
    void no_text_takes_longer_than_a_harmless_one_of_its_size(String unit) {
        assertThat(Steadiness.isSteady(BodyKind.FORM, "x%41=1&", unit)).isTrue();
    }
}
