package vesper.cluster.history;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that read and write a few documents at all nodes of a cluster, while nodes and servers are killed or paused
 * and links fail. Their answers must fit a single order of the writes to each document.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(100_000)
class ClusterHistoryTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void what_clients_of_three_nodes_are_told_fits_one_order_whatever_fails() throws Exception {
        ClusterRun.run(folder, 3);
    }

    @Test
    void what_clients_of_five_nodes_are_told_fits_one_order_whatever_fails() throws Exception {
        ClusterRun.run(folder, 5);
    }
}
