package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FileDamagesTest {
    @TempDir
    Path folder;

    private final FileDamages damages = new FileDamages();

    @Test
    void of_very_many_the_first_are_named_and_the_others_counted() throws IOException {
        BlockFile one = BlockFile.create(folder, 1);
        BlockFile other = BlockFile.create(folder, 2);
        for (int n = 1; n <= 15; n++) damages.add(one, "block " + n);
        for (int n = 1; n <= 15; n++) damages.add(other, "block " + n);
        assertThat(damages.all())
                .hasSize(FileDamages.MOST_NAMED + 1)
                .startsWith("00000001.blocks: block 1")
                .endsWith("00000002.blocks: block 5", "and 10 times more, which the log has");

        damages.forget(one);
        assertThat(damages.all()).hasSize(15).allMatch(what -> what.startsWith("00000002.blocks: block "));
    }

    @Test
    void what_is_missing_beside_blocks_is_named_when_another_file_has_taken_their_place() throws IOException {
        BlockFile old = BlockFile.create(folder, 1);
        BlockFile anew = BlockFile.create(folder, 2);
        damages.addBlock(old, "block at byte 0");
        damages.add(old, "no block at byte 100");
        damages.replace(old, anew);
        assertThat(damages.all()).singleElement().asString().endsWith("no block at byte 100");
        damages.forget(anew);
        assertThat(damages.all()).isEmpty();
    }

    @Test
    void of_a_file_that_lacked_blocks_alone_nothing_is_left_to_name() throws IOException {
        BlockFile old = BlockFile.create(folder, 1);
        damages.addBlock(old, "block at byte 0");
        damages.replace(old, BlockFile.create(folder, 2));
        assertThat(damages.all()).isEmpty();
    }
}
