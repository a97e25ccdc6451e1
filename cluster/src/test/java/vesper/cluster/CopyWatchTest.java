package vesper.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;
import static vesper.cluster.TestNodes.B;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.testing.Eventually;

/** Nodes that compare their copies: all of them intact, or one of them with other bytes on its disk. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class CopyWatchTest {
    private static final int HEADER_BYTES = 40;
    private static final int ALIGNED = 8;

    @TempDir
    Path folder;

    private TestNodes nodes;

    @AfterEach
    void close() {
        nodes.close();
    }

    private Node member(Node node) {
        node.publish();
        return node;
    }

    private static long compared(Node... all) {
        return List.of(all).stream()
                .mapToLong(node -> node.cluster().comparedCount())
                .sum();
    }

    @Test
    void what_a_node_has_otherwise_than_the_one_that_leads_is_said_until_it_is_the_same() throws Exception {
        nodes = TestNodes.start(folder, 1);
        Node one = member(nodes.node("one"));
        one.awaitPut(A, 1);
        one.awaitPut(B, 1);
        Node two = member(nodes.node("two"));
        Eventually.until("they are compared", () -> compared(one, two) >= 2);
        assertThat(one.cluster().differences()).isEmpty();
        assertThat(two.cluster().differences()).isEmpty();

        nodes.stop(two);
        replace(nodes.copiesOf(two).resolve("journal/00000001.journal"), "{\"n\":1}", "{\"n\":7}");
        Node changed = member(nodes.node("two"));
        assertThat(changed.number(A)).isEqualTo(7);
        Eventually.until("one of them has found it", () -> !found(one, changed).isEmpty());
        assertThat(found(one, changed))
                .containsExactly(
                        "document a of collection notes: version 1 of it is another one here than on another node");
        Node finder = one.cluster().differences().isEmpty() ? changed : one;
        assertThat(finder.trouble()).startsWith("document a of collection notes");

        nodes.stop(changed);
        TestNodes.delete(nodes.copiesOf(changed));
        Node restarted = member(nodes.node("two"));
        long before = compared(one, restarted);
        Eventually.until("they are compared again", () -> compared(one, restarted) >= before + 2);
        Eventually.until("no difference is left", () -> found(one, restarted).isEmpty());
    }

    private static List<String> found(Node... all) {
        return List.of(all).stream()
                .flatMap(node -> node.cluster().differences().stream())
                .toList();
    }

    /**
     * Replaces a text in the first entry that contains it, and corrects the entry's checksum (docs/formats/journal.md).
     */
    private static void replace(Path segment, String before, String after) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        int place = new String(bytes, ISO_8859_1).indexOf(before);
        byte[] changed = after.getBytes(ISO_8859_1);
        System.arraycopy(changed, 0, bytes, place, changed.length);
        ByteBuffer all = ByteBuffer.wrap(bytes);
        int entry = HEADER_BYTES;
        while (behind(all, entry) <= place) entry = behind(all, entry);
        var crc = new CRC32C();
        crc.update(bytes, entry + Integer.BYTES, behind(all, entry) - entry - Integer.BYTES);
        all.putInt(entry, (int) crc.getValue());
        Files.write(segment, bytes);
    }

    private static int behind(ByteBuffer segment, int entry) {
        int length = segment.getInt(entry + Integer.BYTES);
        return entry + (length + ALIGNED - 1) / ALIGNED * ALIGNED;
    }
}
