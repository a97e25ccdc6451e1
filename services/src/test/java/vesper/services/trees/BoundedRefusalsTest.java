package vesper.services.trees;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.documents.Refusal;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BoundedRefusalsTest {
    private final BoundedRefusals refusals = new BoundedRefusals();

    @Test
    void a_hundred_are_told_and_the_others_counted() {
        for (int i = 0; i < 123; i++) refusals.add("/" + i, "is wrong");
        assertThat(refusals.toList())
                .hasSize(101)
                .endsWith(new Refusal("/99", "is wrong"), new Refusal("", "and 23 more"));
    }

    @Test
    void what_was_told_is_not_told_again() {
        refusals.add("/a", "is wrong");
        refusals.add("/a", "is wrong");
        assertThat(refusals.toList()).containsExactly(new Refusal("/a", "is wrong"));
    }

    @Test
    void places_that_are_hundreds_of_thousands_of_characters_away_are_counted_only() {
        for (int i = 0; i < 3; i++) refusals.add("/" + "a".repeat(90_000) + i, "is wrong");
        assertThat(refusals.toList()).hasSize(3).endsWith(new Refusal("", "and 1 more"));
        assertThat(refusals.isEmpty()).isFalse();
    }

    @Test
    void where_nobody_looked_further_there_is_at_least_one_more() {
        refusals.add("/a", "is wrong");
        refusals.markIncomplete();
        assertThat(refusals.toList()).endsWith(new Refusal("", "and at least 1 more"));
    }

    @Test
    void a_place_is_named_once_with_all_its_reasons() {
        refusals.add("/a", "is too long");
        refusals.add("/b", "is missing");
        refusals.add("/a", "is no name");
        assertThat(refusals.toList())
                .containsExactly(new Refusal("/a", "is too long; is no name"), new Refusal("/b", "is missing"));
    }

    @Test
    void once_one_is_not_told_the_others_need_only_be_counted() {
        refusals.add("/a", "is wrong");
        assertThat(refusals.isFull()).isFalse();
        refusals.add("/" + "b".repeat(200_000), "is wrong");
        assertThat(refusals.isFull()).isTrue();
        refusals.countOther();
        assertThat(refusals.toList()).containsExactly(new Refusal("/a", "is wrong"), new Refusal("", "and 2 more"));
    }

    @Test
    void where_none_can_be_told_that_is_said() {
        refusals.add("/" + "b".repeat(200_000), "is wrong");
        assertThat(refusals.toList())
                .containsExactly(new Refusal("", "has faults at places whose pointers are too long to report: 1"));
    }
}
