package vesper.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ComparisonTest {
    private static SortedMap<String, String> of(String... pairs) {
        SortedMap<String, String> of = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) of.put(pairs[i], pairs[i + 1]);
        return of;
    }

    /** Nodes with fixed answers. */
    private record Canned(List<Map<String, String>> answers) implements Comparison.Nodes {
        @Override
        public int count() {
            return answers.size();
        }

        @Override
        public String send(int node, String what) {
            return answers.get(node).getOrDefault(what, "");
        }
    }

    @Test
    void what_is_the_same_is_so_whatever_its_order() {
        new Comparison(
                        new Canned(List.of(
                                Map.of("newest notes all 0", "a:1 b:2", "digests notes all 0", "a:x b:y"),
                                Map.of("newest notes all 0", "b:2 a:1", "digests notes all 0", "b:y a:x"))),
                        "notes")
                .requireSame();
    }

    @Test
    void the_first_that_is_missing_or_another_is_found() {
        assertThat(Comparison.firstDifferent(List.of(of("a", "1", "b", "2"), of("a", "1", "b", "3", "c", "4"))))
                .contains("b");
        assertThat(Comparison.firstDifferent(List.of(of("a", "1"), of()))).contains("a");
        assertThat(Comparison.firstDifferent(List.of(of("a", "1"), of("a", "1"))))
                .isEmpty();
    }

    @Test
    void a_failure_says_document_version_and_who_has_what() {
        var nodes = new Canned(List.of(
                Map.of("digests notes all 0", "a:x b:y", "history notes b 0", "10:5/UPDATED/p 9:4/CREATED/q"),
                Map.of("digests notes all 0", "a:x b:z", "history notes b 0", "10:5/UPDATED/p")));
        assertThat(new Comparison(nodes, "notes").difference())
                .isEqualTo("document b, version 9: node 0 has 4/CREATED/q; node 1 has no such version");
    }
}
