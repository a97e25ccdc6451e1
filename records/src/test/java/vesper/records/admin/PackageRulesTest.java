package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.records.rules.TrackerRule;
import vesper.records.rules.TrackerRules;
import vesper.records.rules.TrackerScope;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageRulesTest {
    private static final TrackerRule A = TrackerRule.tracking("/api/a/**", TrackerScope.REQUEST);
    private static final TrackerRule B = TrackerRule.tracking("/api/b/**", TrackerScope.NONE);
    private static final TrackerRule OPERATOR = TrackerRule.tracking("/shop/**", TrackerScope.ALL);

    @Test
    void what_packages_say_comes_before_the_default_in_the_order_of_their_names() {
        PackageRules rules = new PackageRules(TrackerRules.DEFAULT);
        rules.change("b", List.of(B));
        rules.change("a", List.of(A));
        assertThat(asked(rules)).containsExactly(A, B, TrackerRule.DEFAULT);
    }

    @Test
    void what_the_operator_says_comes_before_that_of_packages() {
        PackageRules rules = new PackageRules(TrackerRules.of(List.of(OPERATOR)));
        rules.change("a", List.of(A));
        assertThat(asked(rules)).containsExactly(OPERATOR, A);
    }

    @Test
    void what_a_package_says_goes_with_it_and_only_a_change_counts_as_one() {
        PackageRules rules = new PackageRules(TrackerRules.DEFAULT);
        assertThat(rules.change("a", List.of(A))).isTrue();
        assertThat(rules.change("a", List.of(A))).isFalse();
        assertThat(rules.change("a", List.of())).isTrue();
        assertThat(rules.change("a", List.of())).isFalse();
        assertThat(asked(rules)).containsExactly(TrackerRule.DEFAULT);
    }

    private static List<TrackerRule> asked(PackageRules rules) {
        return rules.all().all().stream().map(compiled -> compiled.rule()).toList();
    }
}
