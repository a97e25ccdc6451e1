package vesper.launcher.steering;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ChangeLogTest {
    private final ChangeLog changes = new ChangeLog(() -> Instant.EPOCH);

    @Test
    void the_last_thousand_are_kept_and_told_newest_first() {
        for (int i = 0; i <= ChangeLog.MOST; i++) changes.add("me", "key", "from", "to " + i);

        assertThat(changes.newestFirst()).hasSize(ChangeLog.MOST);
        assertThat(changes.newestFirst().getFirst())
                .isEqualTo(new AuditEntry(Instant.EPOCH, "me", "key", "from", "to " + ChangeLog.MOST));
        assertThat(changes.newestFirst().getLast().to()).isEqualTo("to 1");
    }
}
