package vesper.services.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.documents.CollectionPolicy;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PolicyTextTest {
    private static Declaration read(String text) throws BadDeclarationException {
        return PolicyText.declaration("notes", text, "shop/package.properties");
    }

    @Test
    void a_word_is_enough() throws Exception {
        assertThat(read("durable").policy()).isEqualTo(CollectionPolicy.DURABLE);
        assertThat(read(" memory ").policy()).isEqualTo(CollectionPolicy.MEMORY);
    }

    @Test
    void all_that_can_be_said_is_understood() throws Exception {
        Declaration said = read("durable, strict, immutable, versions=3, ttl=30d, max=64KiB, schema=conf/note.json");
        assertThat(said.policy())
                .isEqualTo(CollectionPolicy.DURABLE
                        .withStrict(true)
                        .withImmutable(true)
                        .withVersions(3)
                        .withTimeToLive(Duration.ofDays(30))
                        .withMaxBytes(64 << 10));
        assertThat(said.schema()).isEqualTo(Optional.of("conf/note.json"));
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        assertThatThrownBy(() -> read("strict, memory, versions=many, ttl=never, max=1GiB, size=3"))
                .hasMessageContainingAll(
                        "shop/package.properties: documents.notes:",
                        "'memory' must come first",
                        "'versions=many' needs a number",
                        "'ttl=never': expected a time",
                        "'max=1GiB': expected a size",
                        "'size=3' is not known; known options: memory, durable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "durable strict | separate options by commas: 'durable, strict'",
                "durable, strict immutable | separate options by commas: 'strict, immutable'",
                "durable, max=1GiB | its units are B, KiB and MiB",
                "durable, ttl=1w | its units are d, h, m, s and ms",
                "durable, ttl=0s | 'ttl=0s': expected a time above 0",
            })
    void the_message_says_what_to_write(String text, String hint) {
        assertThatThrownBy(() -> read(text)).hasMessageContaining(hint).hasMessageNotContaining("PT");
    }

    @Test
    void what_says_nothing_of_its_storage_is_durable() throws Exception {
        assertThat(read("strict").policy()).isEqualTo(CollectionPolicy.DURABLE.withStrict(true));
    }

    @Test
    void in_memory_one_version_is_kept() {
        assertThatThrownBy(() -> read("memory, versions=3"))
                .hasMessageContaining("a collection in memory retains one version");
    }
}
