package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResumptionTest {
    private final Disk disk = new Disk();
    private final Resumption resumption = new Resumption("journal-3", disk);

    /** Records the times of attempts to resume, in seconds. */
    private static final class Disk implements Resumption.Stoppable {
        private final List<Long> askedAt = new ArrayList<>();
        private @Nullable Throwable failure;
        private boolean fails = true;
        private long now;

        @Override
        public @Nullable Throwable failure() {
            return failure;
        }

        @Override
        public boolean resume() throws IOException {
            askedAt.add(now);
            if (fails) throw new IOException("input/output error");
            failure = null;
            return true;
        }
    }

    private void lookEachSecondUntil(long seconds) {
        while (disk.now < seconds) {
            disk.now++;
            resumption.resumeIfDue(TimeUnit.SECONDS.toNanos(disk.now));
        }
    }

    @Test
    void a_journal_that_works_is_left_alone() {
        lookEachSecondUntil(100);
        assertThat(disk.askedAt).isEmpty();
        assertThat(resumption.trouble()).isEmpty();
    }

    @Test
    void a_journal_that_stopped_is_asked_to_go_on_more_and_more_rarely_and_once_a_minute_at_least() {
        disk.failure = new IOException("no space on the other side");
        lookEachSecondUntil(250);
        assertThat(disk.askedAt).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 124L, 184L, 244L);
        assertThat(resumption.trouble())
                .hasValueSatisfying(what -> assertThat(what)
                        .contains("journal-3 takes no more records until", "no space on the other side"));
    }

    @Test
    void once_it_goes_on_nothing_is_said_and_the_next_stop_begins_anew() {
        disk.failure = new IOException("first");
        lookEachSecondUntil(20);
        disk.fails = false;
        lookEachSecondUntil(40);
        assertThat(resumption.trouble()).isEmpty();
        assertThat(disk.failure).isNull();
        disk.askedAt.clear();
        disk.failure = new IOException("second");
        lookEachSecondUntil(45);
        assertThat(disk.askedAt).containsExactly(42L);
        assertThat(resumption.trouble()).isEmpty();
    }
}
