package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.documents.DocumentId;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NatsNamesTest {
    @Test
    void no_two_collections_have_the_same_stream_or_subjects() {
        NatsNames one = new NatsNames("a-b");
        NatsNames other = new NatsNames("a");
        assertThat(one.streamName("c")).isNotEqualTo(other.streamName("b-c"));
        assertThat(one.subjects("c")).isNotEqualTo(other.subjects("b-c"));
        assertThat(other.streamName("b.c")).isNotEqualTo(other.streamName("b-c"));
    }

    @Test
    void an_id_is_one_token_of_a_subject() {
        String subject = new NatsNames("shop").documentSubject("orders", new DocumentId("a.*b"));
        assertThat(subject.split("\\.")).hasSize(5);
        assertThat(NatsNames.decode(subject.substring(subject.lastIndexOf('.') + 1)))
                .isEqualTo("a.*b");
    }
}
