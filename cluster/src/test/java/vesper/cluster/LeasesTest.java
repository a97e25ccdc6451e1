package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeasesTest {
    private static final Runnable NOTHING = () -> {};

    private final InMemoryLedger ledger = new InMemoryLedger();
    private final Leases mine = new Leases(ledger, "mine");
    private final Leases other = new Leases(ledger, "other");

    /** A server that can run an action between storing a value and returning its revision. */
    private static final class InMemoryLedger implements Leases.Ledger {
        private final Map<String, Long> revisions = new HashMap<>();
        private final List<String> requests = new ArrayList<>();
        private long last;
        Runnable beforeAnswer = NOTHING;

        @Override
        public OptionalLong create(String key, byte[] value) {
            requests.add(key);
            return revisions.containsKey(key) ? OptionalLong.empty() : write(key);
        }

        @Override
        public OptionalLong update(String key, byte[] value, long revision) {
            requests.add(key);
            return isAt(key, revision) ? write(key) : OptionalLong.empty();
        }

        @Override
        public void delete(String key, long revision) throws IOException {
            if (!isAt(key, revision)) throw new IOException("wrong last sequence");
            revisions.remove(key);
        }

        private boolean isAt(String key, long revision) {
            return Long.valueOf(revision).equals(revisions.get(key));
        }

        private OptionalLong write(String key) {
            long now = ++last;
            revisions.put(key, now);
            Runnable happening = beforeAnswer;
            beforeAnswer = NOTHING;
            happening.run();
            return OptionalLong.of(now);
        }
    }

    @Test
    void one_holds_it_until_it_leaves() throws Exception {
        mine.acquire("notes");
        other.acquire("notes");
        mine.renew();
        other.renew();
        assertThat(mine.term("notes")).hasValue(1);
        assertThat(other.term("notes")).isEmpty();
        mine.renew();
        assertThat(mine.term("notes")).hasValue(1);
        mine.release("notes");
        other.renew();
        assertThat(mine.term("notes")).isEmpty();
        assertThat(other.term("notes")).hasValue(3);
    }

    @Test
    void what_is_held_is_renewed_before_anything_else_is_asked_for() throws Exception {
        for (String name : List.of("a", "b", "c")) other.acquire(name);
        other.renew();
        for (String name : List.of("a", "b", "c", "d")) mine.acquire(name);
        mine.renew();
        ledger.requests.clear();
        mine.renew();
        assertThat(ledger.requests).hasSize(4).first().isEqualTo("leads.d");
    }

    @Test
    void what_is_left_while_it_is_taken_is_free_for_others() throws Exception {
        mine.acquire("notes");
        other.acquire("notes");
        ledger.beforeAnswer = () -> mine.release("notes");
        mine.renew();
        assertThat(mine.term("notes")).isEmpty();
        other.renew();
        assertThat(other.term("notes")).isPresent();
    }

    @Test
    void what_is_left_while_it_is_renewed_is_free_for_others() throws Exception {
        mine.acquire("notes");
        other.acquire("notes");
        mine.renew();
        ledger.beforeAnswer = () -> mine.release("notes");
        mine.renew();
        assertThat(mine.term("notes")).isEmpty();
        other.renew();
        assertThat(other.term("notes")).isPresent();
    }
}
