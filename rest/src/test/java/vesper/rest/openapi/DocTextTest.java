package vesper.rest.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocTextTest {
    @Test
    void the_first_sentence_is_the_summary() {
        DocText text = new DocText("Finds an order,\nif there is one. Else 404.\n\nMore.");

        assertThat(text.summary()).isEqualTo("Finds an order, if there is one");
        assertThat(text.text()).startsWith("Finds an order,\nif there is one. Else 404.");
        assertThat(new DocText("Says hello.").hasMoreThanSummary()).isFalse();
        assertThat(new DocText("").summary()).isEmpty();
    }

    @Test
    void tags_and_html_become_commonmark() {
        DocText text = new DocText("See {@link Orders#find the way}, {@link Orders#find} or {@code a < b}.<p>A &lt; B");

        assertThat(text.text()).isEqualTo("See the way, `Orders.find` or `a < b`.\n\nA < B");
    }

    @Test
    void parameters_what_is_returned_and_examples_are_told_apart() {
        DocText text = new DocText("""
                Adds.
                Example: {"a": 1}
                @param one the first,
                       really
                Example: 17
                @param two the second
                @return the sum
                @throws Exception never""");

        assertThat(text.text()).isEqualTo("Adds.");
        assertThat(text.examples().toString()).isEqualTo("[{\"a\":1}]");
        assertThat(text.of("one").text()).isEqualTo("the first,\nreally");
        assertThat(text.of("one").examples().getFirst().asInt()).isEqualTo(17);
        assertThat(text.of("three")).isSameAs(DocText.NONE);
        assertThat(text.returned().text()).isEqualTo("the sum");
    }

    @Test
    void a_comment_that_closes_nothing_is_taken_as_it_is() {
        assertThat(new DocText("A {@code open").text()).isEqualTo("A {@code open");
        assertThat(new DocText("@param").text()).isEmpty();
        assertThat(new DocText("{@code {@code {@code x}}}").text()).contains("x");
    }
}
