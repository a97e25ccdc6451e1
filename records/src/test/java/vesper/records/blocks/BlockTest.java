package vesper.records.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.records.text.WordHash;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BlockTest {
    private static final Column TIME = new Column(1, "time", ColumnKind.NUMBER);
    private static final Column ROUTE = new Column(2, "route", ColumnKind.TEXT);
    private static final Column BODY = new Column(3, "body", ColumnKind.BLOB);
    private static final Column NOISE = new Column(4, "noise", ColumnKind.NUMBER);

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final BlockWriter writer = new BlockWriter(List.of(TIME, ROUTE, BODY, NOISE), 1);
    private final Random random = new Random(17);

    @Test
    void what_was_put_in_comes_out_block_after_block() throws Exception {
        for (int records : new int[] {1, 3, 1000, 2}) {
            long[] noise = random.longs(records).toArray();
            Block block = block(records, noise);
            assertThat(block.records()).isEqualTo(records);
            assertThat(block.earliest()).isEqualTo(1_000);
            assertThat(block.latest()).isEqualTo(1_000 + records - 1);
            assertThat(block.numbers(NOISE)).isEqualTo(noise);
            TextValues routes = block.texts(ROUTE);
            BlobValues bodies = block.blobs(BODY);
            for (int i = 0; i < records; i++) {
                assertThat(routes.of(i)).isEqualTo("GET /" + (i % 3));
                assertThat(UTF_8.decode(bodies.of(i)).toString()).isEqualTo(body(i));
            }
        }
    }

    @Test
    void extreme_numbers_come_out_as_they_were() throws Exception {
        long[] numbers = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1};
        assertThat(block(5, numbers).numbers(NOISE)).isEqualTo(numbers);
    }

    @Test
    void what_is_gathered_can_be_read_before_it_is_sealed_and_stays_as_it_was() throws Exception {
        for (int i = 0; i < 300; i++) add(i, "GET /" + (i % 90), body(i), i);
        Batch unsealed = writer.unsealed();
        for (int i = 300; i < 500; i++) add(i, "PUT /" + i, body(i), -i);
        Block sealed = Block.read(writer.seal(), zstd);
        add(0, "other", "other", 0);

        assertThat(unsealed.records()).isEqualTo(300);
        assertThat(unsealed.latest()).isEqualTo(1_299);
        assertThat(unsealed.bounds(NOISE)).isEqualTo(new Bounds(0, 299));
        assertThat(sealed.bounds(NOISE)).isEqualTo(new Bounds(-499, 299));
        assertThat(unsealed.mayContain(hash("never"))).isTrue();
        for (int i = 0; i < 300; i++) {
            assertThat(unsealed.texts(ROUTE).of(i))
                    .isEqualTo(sealed.texts(ROUTE).of(i))
                    .isEqualTo("GET /" + (i % 90));
            assertThat(unsealed.blobs(BODY).of(i)).isEqualTo(sealed.blobs(BODY).of(i));
            assertThat(unsealed.numbers(NOISE)[i]).isEqualTo(sealed.numbers(NOISE)[i]);
        }
    }

    @Test
    void nothing_is_gathered_at_first() {
        assertThat(writer.unsealed().records()).isZero();
    }

    @Test
    void texts_may_be_parts_of_larger_arrays() throws Exception {
        byte[] bytes = "one two one".getBytes(UTF_8);
        for (int[] part : new int[][] {{0, 3}, {4, 3}, {8, 3}, {3, 0}}) {
            writer.number(TIME, 1);
            writer.text(ROUTE, bytes, part[0], part[1]);
            writer.blob(BODY, bytes, part[0], part[1]);
            writer.number(NOISE, 1);
            writer.endRecord(1);
        }
        TextValues routes = Block.read(writer.seal(), zstd).texts(ROUTE);
        assertThat(routes.different()).isEqualTo(3);
        assertThat(routes.of(0)).isEqualTo(routes.of(2)).isEqualTo("one");
        assertThat(routes.of(3)).isEmpty();
    }

    @Test
    void every_word_passes_the_filter_and_few_others_do() throws Exception {
        Block block = block(1000, new long[1000]);
        for (int i = 0; i < 1000; i++)
            assertThat(block.mayContain(hash("body" + i))).isTrue();
        int passed = 0;
        for (int i = 0; i < 100_000; i++) if (block.mayContain(hash("other" + i))) passed++;
        assertThat(passed).isBetween(300, 1700);
    }

    @Test
    void a_word_whose_hash_is_zero_passes_the_filter_too() throws Exception {
        for (boolean hasWord : new boolean[] {true, false}) {
            writer.number(TIME, 1);
            writer.text(ROUTE, "GET /");
            writer.blob(BODY, new byte[0], 0, 0);
            writer.number(NOISE, 1);
            if (hasWord) writer.word(0);
            writer.endRecord(1);
            assertThat(Block.read(writer.seal(), zstd).mayContain(0)).isEqualTo(hasWord);
        }
    }

    @Test
    void numbers_that_are_read_within_a_bound_are_below_it() {
        NumberColumn column = new NumberColumn();
        for (int i = 0; i < 5; i++) column.put(i, i + 3);
        ByteBuffer encoded = ByteBuffer.allocate(column.encodedBytes(5));
        column.encode(5, encoded);
        encoded.flip();
        assertThat(NumberColumn.decodeInts(encoded.duplicate(), 5, 8)).containsExactly(3, 4, 5, 6, 7);
        assertThatThrownBy(() -> NumberColumn.decodeInts(encoded.duplicate(), 5, 7))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equal_records_take_next_to_nothing() throws Exception {
        for (int i = 0; i < 1000; i++) add(0, "GET /", "the same answer of some length, again and again", 0);
        assertThat(Block.read(writer.seal(), zstd).sizeBytes()).isLessThan(1100);
    }

    @Test
    void no_flipped_bit_goes_unseen() throws Exception {
        ByteBuffer sealed = sealed(20, random.longs(20).toArray());
        byte[] bytes = new byte[sealed.remaining()];
        sealed.get(bytes);
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertThatThrownBy(() -> readAll(ByteBuffer.wrap(bytes)))
                    .as("bit %d", bit)
                    .isInstanceOf(DamagedBlockException.class);
            bytes[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        }
        readAll(ByteBuffer.wrap(bytes));
    }

    private void readAll(ByteBuffer bytes) throws DamagedBlockException {
        Block block = Block.read(bytes, zstd);
        block.numbers(TIME);
        block.numbers(NOISE);
        block.texts(ROUTE);
        block.blobs(BODY);
        block.mayContain(1);
    }

    private Block block(int records, long[] noise) throws DamagedBlockException {
        return Block.read(sealed(records, noise), zstd);
    }

    private ByteBuffer sealed(int records, long[] noise) {
        for (int i = 0; i < records; i++) add(i, "GET /" + (i % 3), body(i), noise[i]);
        return writer.seal();
    }

    private void add(int number, String route, String body, long noise) {
        writer.number(TIME, 1_000 + number);
        writer.text(ROUTE, route);
        byte[] bytes = body.getBytes(UTF_8);
        writer.blob(BODY, bytes, 0, bytes.length);
        writer.number(NOISE, noise);
        writer.word(hash("body" + number));
        writer.endRecord(1_000 + number);
    }

    private static String body(int number) {
        return "x".repeat(number % 7) + number;
    }

    private static long hash(String word) {
        byte[] bytes = word.getBytes(UTF_8);
        return WordHash.of(bytes, bytes.length);
    }
}
