package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.rest.ProblemException;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchTurnsTest {
    private final SearchPermits turns = new SearchPermits();

    @Test
    void a_turn_that_is_paused_is_another_s_meanwhile() throws Exception {
        List<SearchPermit> lines = new ArrayList<>();
        for (int i = 0; i < 4; i++) lines.add(turns.takeForLines());
        lines.forEach(SearchPermit::pause);
        lines.forEach(SearchPermit::pause);
        List<SearchPermit> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) others.add(turns.take());

        assertThat(lines.getFirst().reacquire()).as("there are four").isFalse();
        others.getFirst().close();
        others.getFirst().close();
        assertThat(lines.getFirst().reacquire()).isTrue();
    }

    @Test
    void lines_are_sent_by_eight_searches_at_most_whether_they_have_a_turn_or_not() throws Exception {
        List<SearchPermit> lines = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            lines.add(turns.takeForLines());
            lines.getLast().pause();
        }
        assertThatThrownBy(turns::takeForLines).isInstanceOf(ProblemException.class);
        lines.getFirst().close();
        lines.getFirst().close();
        turns.takeForLines().close();
    }

    @Test
    void a_search_that_is_over_takes_no_turn_any_more() throws Exception {
        SearchPermit over = turns.take();
        over.close();
        assertThat(over.reacquire()).isTrue();
        for (int i = 0; i < 4; i++) turns.take();
    }
}
