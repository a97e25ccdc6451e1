package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries with variables, for single documents. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryTemplateTest {
    private static final Set<String> NAMES = Set.of("caller.name", "caller.group", "caller.tenant");
    private static final Map<String, Set<String>> ANN =
            Map.of("caller.name", Set.of("ann"), "caller.group", Set.of("clerks", "sales team"));

    private static boolean matches(String template, String json) throws QueryException {
        return QueryTemplate.parse(template, NAMES, 0)
                .bind(ANN)
                .match()
                .test(SearchedDocument.stored("ann", 1, 0, json.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "owner:@caller.name | {'owner':'ann'} | true",
                "owner:@caller.name | {'owner':'ann smith'} | false",
                "owner:@caller.name | {'owner':'Ann'} | false",
                "owner:@caller.name | {'owner':'bob'} | false",
                "owner:@caller.name | {'Owner':'ann'} | false",
                "owner:@caller.name | {'x':{'owner':'ann'}} | false",
                "owner:@caller.name | {'owner':{'name':'ann'}} | false",
                "owner:@caller.name | {'owner':['bob','ann']} | true",
                "owner:@caller.name | {} | false",
                "customer.owner:@caller.name | {'customer':{'owner':'ann'}} | true",
                "customer.owner:@caller.name | {'customer':[{'a':1},{'owner':'ann'}]} | true",
                "team:@caller.group | {'team':'sales team'} | true",
                "team:@caller.group | {'team':'sales'} | false",
                "company:@caller.tenant | {'company':''} | false",
                "NOT company:@caller.tenant | {'company':'acme'} | true",
                "_id:@caller.name | {} | true",
                "@caller.group:clerks | {} | true",
                "@caller.group:admins | {} | false",
                "@caller.tenant:* | {} | false",
                "@caller.name:* | {} | true",
                "@caller.group:admins OR owner:@caller.name | {'owner':'ann'} | true",
                "status:open AND owner:@caller.name | {'owner':'ann','status':'open'} | true",
                "status:open AND owner:@caller.name | {'owner':'ann','status':'closed'} | false",
            })
    void a_variable_matches_letter_by_letter(String template, String json, boolean expected) throws Exception {
        assertThat(matches(template, json.replace('\'', '"'))).isEqualTo(expected);
    }

    @Test
    void a_text_is_never_read_as_a_query() throws Exception {
        Query query =
                QueryTemplate.parse("owner:@caller.name", NAMES, 0).bind(Map.of("caller.name", Set.of("* OR owner:*")));
        assertThat(query.match().test(SearchedDocument.stored("1", 1, 0, "{\"owner\":\"bob\"}".getBytes(UTF_8))))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "owner:@caller.nam | there is no variable @caller.nam",
                "@caller.name | a variable needs a field",
                "owner:@caller.name* | cannot end with *",
                "@caller.group:cl* | expected a whole text",
                "@caller.role:x | there is no variable @caller.role",
                "'' | expected a query",
            })
    void a_template_that_means_nothing_is_rejected(String template, String problem) {
        assertThatThrownBy(() -> QueryTemplate.parse(template, NAMES, 0)).hasMessageContaining(problem);
    }

    @Test
    void a_query_without_variables_reads_an_at_sign_as_before() throws Exception {
        assertThat(Query.parse("mail:ann@example.com", 0)
                        .match()
                        .test(SearchedDocument.stored("1", 1, 0, "{\"mail\":\"ann@example.com\"}".getBytes(UTF_8))))
                .isTrue();
    }
}
