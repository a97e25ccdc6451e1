package vesper.records.masks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FormMaskingTest {
    private final MaskSubject mask = new MaskSubject("password", "api key");

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
            })
    void values_of_masked_fields_are_hidden(String text, String masked) {
        assertThat(mask.form(text)).isEqualTo(masked);
    }
}
