package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.journal.Disk.DiskFile;

/** Contract of a disk for a journal. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class DiskContract {
    static final int SEGMENT_BYTES = 16 << 10;

    abstract Disk disk() throws IOException;

    @Test
    void a_new_segment_is_all_zeros_and_of_the_size_asked_for() throws IOException {
        try (DiskFile file = disk().create(1, SEGMENT_BYTES)) {
            assertThat(file.bytes().byteSize()).isEqualTo(SEGMENT_BYTES);
            assertThat(Segment.writtenBytes(file.bytes())).isZero();
        }
    }

    @Test
    void segments_are_listed_in_their_order() throws IOException {
        Disk disk = disk();
        for (int number : new int[] {3, 1, 12})
            disk.create(number, SEGMENT_BYTES).close();

        assertThat(disk.segments()).containsExactly(1, 3, 12);
    }

    @Test
    void what_was_written_is_found_when_it_is_opened_again() throws IOException {
        Disk disk = disk();
        try (DiskFile file = disk.create(1, SEGMENT_BYTES)) {
            file.bytes().set(ValueLayout.JAVA_LONG, 4096, 17);
            file.bytes().set(ValueLayout.JAVA_BYTE, SEGMENT_BYTES - 1, (byte) 18);
        }

        try (DiskFile file = disk.open(1)) {
            assertThat(file.bytes().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(17);
            assertThat(Segment.writtenBytes(file.bytes())).isEqualTo(SEGMENT_BYTES);
        }
    }

    @Test
    void any_part_can_be_forced_and_nothing_is_changed_by_that() throws IOException {
        Disk disk = disk();
        try (DiskFile file = disk.create(1, SEGMENT_BYTES)) {
            file.bytes().fill((byte) 1);
            file.force(0, 40);
            file.force(40, 41);
            file.force(5000, SEGMENT_BYTES);
        }
        try (DiskFile file = disk.open(1)) {
            assertThat(file.bytes().toArray(ValueLayout.JAVA_BYTE))
                    .hasSize(SEGMENT_BYTES)
                    .containsOnly(1);
        }
    }

    @Test
    void a_number_is_not_made_twice() throws IOException {
        Disk disk = disk();
        disk.create(1, SEGMENT_BYTES).close();

        assertThatThrownBy(() -> disk.create(1, SEGMENT_BYTES)).isInstanceOf(JournalFullException.class);
        assertThat(disk.segments()).containsExactly(1);
    }

    @Test
    void what_is_not_there_cannot_be_opened() {
        assertThatThrownBy(() -> disk().open(1)).isInstanceOf(IOException.class);
    }

    @Test
    void a_deleted_segment_is_gone_for_all_but_those_who_have_it_open() throws IOException {
        Disk disk = disk();
        try (DiskFile file = disk.create(1, SEGMENT_BYTES)) {
            file.bytes().set(ValueLayout.JAVA_LONG, 8, 17);
            disk.delete(1);
            disk.delete(1);

            assertThat(disk.segments()).isEmpty();
            assertThat(file.bytes().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(17);
        }
    }

    @Test
    void a_truncated_segment_is_shorter_when_it_is_opened_again() throws IOException {
        Disk disk = disk();
        try (DiskFile file = disk.create(1, SEGMENT_BYTES)) {
            file.bytes().fill((byte) 1);
            file.truncate(1000);

            assertThat(file.bytes().get(ValueLayout.JAVA_BYTE, 999)).isEqualTo((byte) 1);
        }

        try (DiskFile file = disk.open(1)) {
            assertThat(file.bytes().byteSize()).isEqualTo(1000);
        }
    }

    @Test
    void the_bytes_of_a_closed_segment_cannot_be_touched() throws IOException {
        DiskFile file = disk().create(1, SEGMENT_BYTES);
        MemorySegment bytes = file.bytes();
        file.close();

        assertThatThrownBy(() -> bytes.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }
}
