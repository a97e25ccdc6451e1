package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeasesTest {
    private static final Runnable NOTHING = () -> {};

    private final Written written = new Written();
    private final Leases mine = new Leases(written, "mine");
    private final Leases other = new Leases(written, "other");

    /** A server, where something may happen between what it does and its answer. */
    private static final class Written implements Leases.Ledger {
        private final Map<String, Long> revisions = new HashMap<>();
        private long last;
        Runnable beforeItAnswers = NOTHING;

        @Override
        public OptionalLong create(String key, byte[] value) {
            return revisions.containsKey(key) ? OptionalLong.empty() : write(key);
        }

        @Override
        public OptionalLong update(String key, byte[] value, long revision) {
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
            Runnable happening = beforeItAnswers;
            beforeItAnswers = NOTHING;
            happening.run();
            return OptionalLong.of(now);
        }
    }

    @Test
    void one_holds_it_until_it_leaves() throws Exception {
        mine.seek("notes");
        other.seek("notes");
        mine.renew();
        other.renew();
        assertThat(mine.term("notes")).hasValue(1);
        assertThat(other.term("notes")).isEmpty();
        mine.renew();
        assertThat(mine.term("notes")).hasValue(1);
        mine.leave("notes");
        other.renew();
        assertThat(mine.term("notes")).isEmpty();
        assertThat(other.term("notes")).hasValue(3);
    }

    @Test
    void what_is_left_while_it_is_taken_is_free_for_others() throws Exception {
        mine.seek("notes");
        other.seek("notes");
        written.beforeItAnswers = () -> mine.leave("notes");
        mine.renew();
        assertThat(mine.term("notes")).isEmpty();
        other.renew();
        assertThat(other.term("notes")).isPresent();
    }

    @Test
    void what_is_left_while_it_is_renewed_is_free_for_others() throws Exception {
        mine.seek("notes");
        other.seek("notes");
        mine.renew();
        written.beforeItAnswers = () -> mine.leave("notes");
        mine.renew();
        assertThat(mine.term("notes")).isEmpty();
        other.renew();
        assertThat(other.term("notes")).isPresent();
    }
}
