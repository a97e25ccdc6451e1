package vesper.cluster.history;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link ClusterHistoryTest} for ten minutes each. Not part of the suite; CONTRIBUTING.md says how to run it. */
@Tag("long")
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(100_000)
class LongClusterHistoryTest {
    private static final int SECONDS = 600;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void three_nodes_for_long() throws Exception {
        ClusterRun.run(folder, 3, SECONDS);
    }

    @Test
    void five_nodes_for_long() throws Exception {
        ClusterRun.run(folder, 5, SECONDS);
    }
}
