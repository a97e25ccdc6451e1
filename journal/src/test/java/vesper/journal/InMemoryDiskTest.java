package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import vesper.journal.Disk.DiskFile;

class InMemoryDiskTest extends DiskContract {
    private final InMemoryDisk disk = new InMemoryDisk();

    @Override
    Disk disk() {
        return disk;
    }

    @Test
    void it_can_be_full() throws IOException {
        disk.setCapacity(2 * SEGMENT_BYTES);
        disk.create(1, SEGMENT_BYTES);
        disk.create(2, SEGMENT_BYTES);

        assertThatThrownBy(() -> disk.create(3, SEGMENT_BYTES)).isInstanceOf(JournalFullException.class);
        disk.delete(1);
        disk.create(3, SEGMENT_BYTES);
    }

    @Test
    void what_was_forced_survives_every_power_cut_and_what_was_not_survives_some() throws IOException {
        DiskFile file = disk.create(1, SEGMENT_BYTES);
        file.bytes().fill((byte) 1);
        file.force(8, 16);
        file.bytes().fill((byte) 2);

        int survived = 0;
        for (int seed = 0; seed < 50; seed++) {
            try (DiskFile found = disk.afterPowerCut(new Random(seed)).open(1)) {
                assertThat(found.bytes().get(ValueLayout.JAVA_BYTE, 8)).isIn((byte) 1, (byte) 2);
                if (found.bytes().get(ValueLayout.JAVA_BYTE, 100) == 2) survived++;
            }
        }
        assertThat(survived).isBetween(5, 45);
    }

    @Test
    void a_force_can_fail() throws IOException {
        DiskFile file = disk.create(1, SEGMENT_BYTES);
        disk.failForcesAfter(1);
        file.force(0, 8);

        assertThatThrownBy(() -> file.force(0, 8)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.force(0, 8)).isInstanceOf(IOException.class);
    }
}
