package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageDescriptorTest {
    @Test
    void everything_is_optional_and_the_folder_gives_the_name() throws BadDescriptorException {
        assertThat(PackageDescriptor.of("hello", Map.of()))
                .isEqualTo(new PackageDescriptor("hello", "", "hello", true, true, List.of(), Map.of()));
    }

    @Test
    void every_key_is_understood() throws BadDescriptorException {
        var values = Map.of(
                "name", "shop",
                "version", "2.1",
                "context-path", "/store/",
                "state-on-startup", "loaded",
                "depends-on", "prices, stock");

        assertThat(PackageDescriptor.of("folder", values))
                .isEqualTo(new PackageDescriptor(
                        "shop", "2.1", "store", false, true, List.of("prices", "stock"), Map.of()));
    }

    @Test
    void an_unknown_key_is_refused_with_the_one_that_was_probably_meant() {
        assertThat(refusal(Map.of("contxt-path", "a")))
                .isEqualTo("package.properties: unknown key 'contxt-path', did you mean 'context-path'?");
    }

    @Test
    void every_problem_is_told_at_once() {
        assertThat(refusal(Map.of("state-on-startup", "on", "context-path", "a/b", "colour", "red")))
                .contains("unknown key 'colour', known are name, version", "depends-on, documents.NAME")
                .contains("context-path 'a/b' is not one path segment")
                .contains("state-on-startup 'on' is neither 'started' nor 'loaded'");
    }

    private static String refusal(Map<String, String> values) {
        return catchThrowableOfType(BadDescriptorException.class, () -> PackageDescriptor.of("hello", values))
                .reason();
    }
}
