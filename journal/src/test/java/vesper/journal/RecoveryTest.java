package vesper.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;
import vesper.testing.Rounds;

/** Recovery of a journal from files that are not as it left them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class RecoveryTest {
    private static final JournalOptions TINY = new JournalOptions(1024, new SyncPolicy.None());
    /** Bytes before and behind a header of which all bits are flipped. */
    private static final int BESIDE_BYTES = 8;
    /** One of this many bits within a payload is flipped. */
    private static final int PAYLOAD_BITS = 37;

    @Test
    void a_tail_that_is_torn_at_any_byte_is_cut_and_the_rest_is_there() throws IOException {
        for (int payloadBytes : new int[] {0, 1, 6, 7, 8, 100}) {
            InMemoryDisk killed = killedAfter("one", "two", "x".repeat(payloadBytes));
            int end = Segment.writtenBytes(MemorySegment.ofArray(killed.bytes(1)));
            int last = SegmentHeader.BYTES + 2 * EntryFormat.sizeBytes(3);
            int alignedEnd = last + EntryFormat.sizeBytes(payloadBytes);
            for (int cut = last; cut < alignedEnd; cut++) {
                int at = cut;
                assertCut(killed, last, bytes -> Arrays.copyOf(bytes, at));
                if (at < end) assertCut(killed, last, bytes -> filled(bytes, at, bytes.length, new byte[] {0}));
                assertCut(killed, last, bytes -> filled(bytes, at, alignedEnd, garbage(at, bytes[at])));
                assertCut(killed, last, bytes -> filled(bytes, at, bytes.length, garbage(at, bytes[at])));
            }
        }
    }

    @Test
    void an_entry_in_the_middle_that_was_never_synced_takes_those_behind_it_along() throws IOException {
        InMemoryDisk killed = killedAfter("one", "two", "three", "four");
        int second = SegmentHeader.BYTES + EntryFormat.sizeBytes(3);
        killed.bytes(1)[second + EntryFormat.HEADER_BYTES] ^= 1;

        try (Journal journal = open(killed)) {
            assertThat(JournalTest.texts(journal)).containsExactly("one");
            assertThat(journal.nextSequence()).isEqualTo(2);
            assertThat(journal.recovery().cutBytes()).isPositive();
            journal.append(1, JournalTest.bytes("2"));
        }
        try (Journal journal = open(killed)) {
            assertThat(journal.recovery().cutBytes()).isZero();
            assertThat(JournalTest.texts(journal)).containsExactly("one", "2");
        }
    }

    @Test
    void a_payload_that_looks_like_an_entry_is_none_when_its_own_entry_is_torn() throws IOException {
        ByteBuffer forged = ByteBuffer.allocate(64);
        new EntryWriter().write(forged, 0, 3, 1, JournalTest.bytes("forged"));
        var disk = new InMemoryDisk();
        Journal journal = open(disk);
        journal.append(1, JournalTest.bytes("one"));
        // The forged entry starts 24 bytes into this one, where the next entry starts behind one of 24 bytes.
        journal.append(1, ByteBuffer.allocate(71).put(7, forged, 0, 64));
        InMemoryDisk killed = disk.afterKill();
        journal.close();
        int second = SegmentHeader.BYTES + EntryFormat.sizeBytes(3);
        Arrays.fill(killed.bytes(1), second, second + EntryFormat.HEADER_BYTES, (byte) 0);

        open(killed).close();
        try (Journal again = open(killed)) {
            again.append(1, ByteBuffer.allocate(7));
            assertThat(again.nextSequence()).isEqualTo(3);
        }
        try (Journal again = open(killed)) {
            assertThat(again.nextSequence()).isEqualTo(3);
        }
    }

    @Test
    void any_flipped_bit_of_a_closed_journal_is_found_out() throws IOException {
        InMemoryDisk closed = closed();
        assertThat(closed.segments()).containsExactly(1, 2, 3);
        List<String> written = texts(closed);
        int cut = 0;
        for (int segment : closed.segments()) {
            int writtenBytes = Segment.writtenBytes(MemorySegment.ofArray(closed.bytes(segment)));
            for (int bit : bitsToFlip(closed, segment)) {
                InMemoryDisk flipped = closed.afterKill();
                flipped.bytes(segment)[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                DamagedSegmentException damage = damageOf(flipped, written);
                if (damage == null) {
                    assertThat(bit / Byte.SIZE)
                            .as("found out at byte of segment %d", segment)
                            .isGreaterThanOrEqualTo(writtenBytes / 8 * 8);
                    cut++;
                } else {
                    assertThat(damage.file()).isEqualTo(Segment.fileName(segment));
                    assertThat(damage.offset()).isLessThanOrEqualTo(bit / Byte.SIZE);
                    assertThat(damage).hasMessageStartingWith(damage.file() + " at byte " + damage.offset() + ": ");
                }
            }
        }
        // Changes behind the end of the last segment, where only allocated room follows, are cut.
        assertThat(cut).isPositive();
    }

    /**
     * Returns all bits in the long form. In the short form, returns all bits of headers and of what is next to them,
     * and only a few within payloads: a checksum covers all bits of a payload alike.
     */
    private static int[] bitsToFlip(InMemoryDisk closed, int segment) throws IOException {
        byte[] bytes = closed.bytes(segment);
        BitSet alike = new BitSet();
        if (!Rounds.areLong()) {
            int behind = Segment.writtenBytes(MemorySegment.ofArray(bytes)) + BESIDE_BYTES;
            alike.set(Math.min(behind, bytes.length), bytes.length);
            try (Journal journal = open(closed.afterKill());
                    JournalReader reader = journal.read(Position.START)) {
                while (reader.next()) {
                    if (Position.segment(reader.position()) != segment) continue;
                    int payload = Position.offset(reader.position()) + EntryFormat.HEADER_BYTES;
                    int end = payload + reader.payload().remaining();
                    if (end - payload > 2 * BESIDE_BYTES) alike.set(payload + BESIDE_BYTES, end - BESIDE_BYTES);
                }
            }
        }
        return IntStream.range(0, bytes.length * Byte.SIZE)
                .filter(bit -> !alike.get(bit / Byte.SIZE) || bit % PAYLOAD_BITS == 0)
                .toArray();
    }

    @Test
    void damage_to_a_payload_names_both_checksums() throws IOException {
        InMemoryDisk closed = closed();
        closed.bytes(3)[SegmentHeader.BYTES + EntryFormat.HEADER_BYTES] ^= 1;
        assertThatThrownBy(() -> open(closed))
                .isInstanceOf(DamagedSegmentException.class)
                .hasMessageMatching("00000003\\.journal at byte 40: expected crc [0-9a-f]{8}, was [0-9a-f]{8}");

        InMemoryDisk sealed = closed();
        sealed.bytes(1)[SegmentHeader.BYTES + EntryFormat.HEADER_BYTES] ^= 1;
        try (Journal journal = open(sealed);
                JournalReader reader = journal.read(Position.START)) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(DamagedSegmentException.class)
                    .hasMessageMatching("00000001\\.journal at byte 40: expected crc [0-9a-f]{8}, was [0-9a-f]{8}");
            assertThatThrownBy(journal::verify).isInstanceOf(DamagedSegmentException.class);
            assertThatThrownBy(() -> journal.entry(Position.of(1, 40))).isInstanceOf(DamagedSegmentException.class);
        }
    }

    @Test
    void a_refused_opening_changes_nothing_and_leaves_nothing_open() throws IOException {
        InMemoryDisk closed = closed();
        closed.bytes(3)[50] ^= 1;
        byte[] before = closed.bytes(3).clone();
        for (int i = 0; i < 3; i++) assertThatThrownBy(() -> open(closed)).isInstanceOf(DamagedSegmentException.class);
        assertThat(closed.bytes(3)).isEqualTo(before);
        closed.bytes(3)[50] ^= 1;
        open(closed).close();
    }

    @Test
    void a_missing_segment_is_named_also_when_it_is_the_last() throws IOException {
        for (int missing : new int[] {2, 3}) {
            InMemoryDisk closed = closed();
            closed.delete(missing);
            assertThatThrownBy(() -> open(closed))
                    .isInstanceOf(DamagedSegmentException.class)
                    .hasMessage("0000000" + missing + ".journal at byte 0: is missing");
        }
    }

    @Test
    void a_segment_under_the_name_of_another_is_named() throws IOException {
        InMemoryDisk closed = closed();
        byte[] second = closed.bytes(2).clone();
        closed.truncate(1, second.length);
        System.arraycopy(second, 0, closed.bytes(1), 0, second.length);
        assertThatThrownBy(() -> open(closed))
                .isInstanceOf(DamagedSegmentException.class)
                .hasMessage("00000001.journal at byte 8: header has number 2");
    }

    @Test
    void a_segment_shorter_than_what_had_been_synced_is_named() throws IOException {
        for (int segment = 1; segment <= 3; segment++) {
            InMemoryDisk closed = closed();
            int written = Segment.writtenBytes(MemorySegment.ofArray(closed.bytes(segment)));
            for (int bytes : new int[] {written - 1, 100, 41}) {
                InMemoryDisk shortened = closed.afterKill();
                shortened.truncate(segment, bytes);
                assertThatThrownBy(() -> open(shortened))
                        .isInstanceOf(DamagedSegmentException.class)
                        .hasMessageContaining("is truncated");
            }
        }
    }

    @Test
    void a_header_that_is_gone_behind_a_sealed_segment_is_damage() throws IOException {
        InMemoryDisk closed = closed();
        Arrays.fill(closed.bytes(3), (byte) 0);
        assertThatThrownBy(() -> open(closed)).isInstanceOf(DamagedSegmentException.class);
        closed.truncate(3, 0);
        assertThatThrownBy(() -> open(closed))
                .isInstanceOf(DamagedSegmentException.class)
                .hasMessageContaining("ends within its header");
    }

    @Test
    void what_was_claimed_and_never_used_is_passed_over() throws IOException {
        var disk = new InMemoryDisk();
        Journal journal = open(disk);
        while (journal.endPosition() < Position.of(1, 600)) journal.append(1, Payloads.of(0, 1, 10));
        Eventually.until(() -> disk.segments().size() == 2);
        List<String> written = JournalTest.texts(journal);
        assertThat(journal.segments()).hasSize(1);
        InMemoryDisk killed = disk.afterKill();
        journal.close();

        try (Journal again = open(killed)) {
            assertThat(again.recovery().cutBytes()).isZero();
            assertThat(JournalTest.texts(again)).isEqualTo(written);
            assertThat(killed.segments()).containsExactly(1);
        }
        for (int bytes : new int[] {0, 39, 1000}) {
            var unused = new InMemoryDisk();
            unused.create(1, bytes).close();
            open(unused).close();
            assertThat(unused.segments()).isEmpty();
        }
    }

    @Test
    void a_journal_whose_beginning_was_lost_by_hand_does_not_start_anew() throws IOException {
        var disk = new InMemoryDisk();
        disk.create(7, 1024).close();
        assertThatThrownBy(() -> open(disk)).isInstanceOf(DamagedSegmentException.class);
        assertThat(disk.segments()).containsExactly(7);
    }

    @Test
    void a_first_segment_that_was_lost_in_front_of_another_is_damage() throws IOException {
        var disk = new InMemoryDisk();
        disk.create(1, 1024).close();
        disk.create(2, 1024).close();
        assertThatThrownBy(() -> open(disk))
                .isInstanceOf(DamagedSegmentException.class)
                .hasMessageStartingWith("00000001.journal at byte 0: ");
        assertThat(disk.segments()).containsExactly(1, 2);
    }

    @Test
    void zeros_in_place_of_synced_entries_are_damage() throws IOException {
        InMemoryDisk closed = closed();
        int last = Segment.writtenBytes(MemorySegment.ofArray(closed.bytes(3))) / 8 * 8 - 16;
        Arrays.fill(closed.bytes(3), last, closed.bytes(3).length, (byte) 0);
        assertThatThrownBy(() -> open(closed))
                .isInstanceOf(DamagedSegmentException.class)
                .hasMessageContaining("the entries end before byte");
    }

    @Test
    void what_was_cut_off_does_not_come_back_by_a_power_cut_behind_entries_that_took_its_place() throws IOException {
        InMemoryDisk killed = killedAfter("one", "two", "three", "four");
        int third = SegmentHeader.BYTES + 2 * EntryFormat.sizeBytes(3);
        killed.bytes(1)[third + EntryFormat.HEADER_BYTES] ^= 1;

        try (Journal journal = open(killed)) {
            assertThat(JournalTest.texts(journal)).containsExactly("one", "two");
            journal.whenSynced(journal.append(1, JournalTest.bytes("THREE"))).join();
            for (int seed = 0; seed < 20; seed++) {
                try (Journal left = open(killed.afterPowerCut(new Random(seed)))) {
                    assertThat(JournalTest.texts(left)).containsExactly("one", "two", "THREE");
                }
            }
        }
    }

    @Test
    void what_a_crash_left_unsealed_is_sealed() throws IOException {
        var disk = new InMemoryDisk();
        Journal journal = open(disk);
        journal.whenSynced(journal.append(1, JournalTest.bytes("one"))).join();
        disk.blockForces();
        JournalTest.fillSegmentsUnsynced(journal, 2);
        InMemoryDisk killed = disk.afterKill();
        disk.releaseForces();
        journal.close();

        try (Journal again = open(killed)) {
            assertThat(again.segments()).extracting(SegmentInfo::sealed).containsExactly(false, false);
            again.whenAllSynced().join();
            assertThat(again.segments()).extracting(SegmentInfo::sealed).containsExactly(true, false);
        }
    }

    @Test
    void a_crash_while_lost_segments_are_deleted_leaves_no_gap() throws IOException {
        InMemoryDisk closed = closed();
        closed.create(4, 1024).close();
        closed.create(5, 1024).close();
        closed.failDeletesAfter(1);
        assertThatThrownBy(() -> open(closed)).isInstanceOf(IOException.class).hasMessageContaining("input/output");

        closed.failDeletesAfter(Integer.MAX_VALUE);
        try (Journal journal = open(closed)) {
            assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(1, 2, 3);
            assertThat(journal.nextSequence()).isEqualTo(10);
        }
    }

    @Test
    void a_segment_whose_header_names_another_first_sequence_than_its_first_entry_has_is_damage() throws IOException {
        InMemoryDisk closed = closed();
        byte[] second = closed.bytes(2);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(second.length, Long.BYTES).copyFrom(MemorySegment.ofArray(second));
            SegmentHeader header = SegmentHeader.read("second", 2, memory);
            SegmentHeader.write(memory, 2, header.firstSequence() - 2, header.createdAtMillis())
                    .mark(second.length, true);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, second, 0, second.length);
        }
        try (Journal journal = open(closed);
                JournalReader reader = journal.read(Position.of(2, 0))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(DamagedSegmentException.class)
                    .hasMessage("00000002.journal at byte 40: expected sequence 2, was 4");
        }
    }

    /** Returns two sealed segments and a last one, of three entries each. */
    private static InMemoryDisk closed() throws IOException {
        var disk = new InMemoryDisk();
        try (Journal journal = open(disk)) {
            for (int i = 0; i < 2; i++) {
                journal.append(i, filledWith(400));
                journal.append(i, filledWith(200));
                journal.append(i, filledWith(250 + i));
            }
            journal.append(2, filledWith(490));
            journal.append(3, filledWith(1));
            journal.append(4, filledWith(0));
        }
        return disk;
    }

    private static ByteBuffer filledWith(int bytes) {
        byte[] filling = new byte[bytes];
        new Random(bytes).nextBytes(filling);
        return ByteBuffer.wrap(filling);
    }

    private static InMemoryDisk killedAfter(String... texts) throws IOException {
        var disk = new InMemoryDisk();
        Journal journal = open(disk);
        for (String text : texts) journal.append(1, ByteBuffer.wrap(text.getBytes(UTF_8)));
        InMemoryDisk killed = disk.afterKill();
        journal.close();
        return killed;
    }

    /**
     * Checks that this change loses exactly the last entry, that the loss is reported, and that the journal continues.
     */
    private static void assertCut(InMemoryDisk killed, int last, UnaryOperator<byte[]> change) throws IOException {
        byte[] changed = change.apply(killed.bytes(1).clone());
        InMemoryDisk disk = killed.afterKill();
        disk.truncate(1, changed.length);
        System.arraycopy(changed, 0, disk.bytes(1), 0, changed.length);
        int cutBytes = Math.max(0, Segment.writtenBytes(MemorySegment.ofArray(changed)) - last);
        try (Journal journal = open(disk)) {
            assertThat(journal.recovery()).isEqualTo(new Recovery(cutBytes, Position.of(1, last)));
            assertThat(JournalTest.texts(journal)).containsExactly("one", "two");
            journal.append(1, JournalTest.bytes("three"));
        }
        try (Journal journal = open(disk)) {
            assertThat(journal.recovery().cutBytes()).isZero();
            assertThat(JournalTest.texts(journal)).containsExactly("one", "two", "three");
        }
    }

    private static byte[] filled(byte[] bytes, int from, int to, byte[] filling) {
        for (int at = from; at < to; at++) bytes[at] = filling[(at - from) % filling.length];
        return bytes;
    }

    private static byte[] garbage(int seed, byte notFirst) {
        byte[] garbage = new byte[64];
        new Random(seed).nextBytes(garbage);
        garbage[0] = (byte) (notFirst ^ 0x55);
        return garbage;
    }

    /** Returns the reported damage; null if exactly the written entries are present and the journal reported a cut. */
    private static @Nullable DamagedSegmentException damageOf(InMemoryDisk disk, List<String> written)
            throws IOException {
        try (Journal journal = open(disk)) {
            List<String> read = new ArrayList<>();
            var damage = catchThrowableOfType(DamagedSegmentException.class, () -> {
                try (JournalReader reader = journal.read(Position.START)) {
                    while (reader.next()) read.add(text(reader));
                }
            });
            assertThat(read).isEqualTo(written.subList(0, read.size()));
            if (damage != null) return damage;
            assertThat(read).isEqualTo(written);
            assertThat(journal.recovery().cutBytes()).isPositive();
            return null;
        } catch (DamagedSegmentException damage) {
            return damage;
        }
    }

    private static List<String> texts(InMemoryDisk disk) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Journal journal = open(disk.afterKill());
                JournalReader reader = journal.read(Position.START)) {
            while (reader.next()) texts.add(text(reader));
        }
        return texts;
    }

    private static String text(JournalReader reader) {
        byte[] payload = new byte[reader.payload().remaining()];
        reader.payload().get(payload);
        return reader.sequence() + " " + reader.type() + " " + payload.length + " " + Arrays.hashCode(payload);
    }

    private static Journal open(InMemoryDisk disk) throws IOException {
        return Journal.open("test", disk, TINY, Clock.systemUTC());
    }
}
