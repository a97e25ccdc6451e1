package vesper.records.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Block;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.RowTokens;

/**
 * Records of a small service with 52-byte responses, in sealed blocks in memory. One in a hundred thousand is special.
 */
final class HelloRecords {
    static final String SPECIAL = "{\"result\":\"ERROR\",\"message\":\"the needle in the haystack\"}";
    static final String ANSWER = "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}";
    static final String HEADERS = "host: 127.0.0.1:8080\nuser-agent: ApacheBench/2.3\naccept: */*\n";
    static final String PATH = "/api/test/sayHello";
    static final long FIRST_TIME = 1_800_000_000_000L;
    static final int SPECIAL_ONE_IN = 100_000;

    private static final int BLOCK_BYTES = 256 << 10;
    private static final int BLOCK_ROWS = 4096;

    private final List<ByteBuffer> blocks = new ArrayList<>();
    private long bytes;

    static HelloRecords of(int count) {
        var records = new HelloRecords();
        try (var writer = new BlockWriter(Columns.ALL, 1)) {
            var row = new Writing(writer);
            for (int i = 0; i < count; i++) {
                row.write(i);
                if (writer.gatheredBytes() >= BLOCK_BYTES || writer.records() >= BLOCK_ROWS) records.seal(writer, row);
            }
            if (writer.records() > 0) records.seal(writer, row);
        }
        return records;
    }

    static boolean isSpecial(int number) {
        return number % SPECIAL_ONE_IN == SPECIAL_ONE_IN / 2;
    }

    long bytes() {
        return bytes;
    }

    int blocks() {
        return blocks.size();
    }

    Batches batches(ZstdDecompressCtx zstd) {
        return new Batches() {
            private int left = blocks.size();

            @Override
            public @Nullable Batch next() throws DamagedBlockException {
                return left == 0 ? null : Block.read(blocks.get(--left).duplicate(), zstd);
            }

            @Override
            public long latestLeft() {
                return left == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
        };
    }

    private void seal(BlockWriter writer, Writing row) {
        ByteBuffer block = writer.seal();
        row.tokens.startBlock();
        bytes += block.remaining();
        blocks.add(ByteBuffer.allocateDirect(block.remaining()).put(block).flip());
    }

    private static final class Writing {
        private static final byte[] NONE = {};

        private final Random random = new Random(17);
        private final BlockWriter writer;
        private final RowTokens tokens;
        private final byte[][] texts = new byte[256][];
        private final byte[][] addresses = new byte[200][];

        Writing(BlockWriter writer) {
            this.writer = writer;
            this.tokens = new RowTokens(writer::word);
            for (Column column : Columns.ALL) texts[column.id()] = NONE;
            set(Columns.METHOD, "GET");
            set(Columns.PATH, PATH);
            set(Columns.ROUTE, "GET /api/test/sayHello");
            set(Columns.PACKAGE, "hello");
            set(Columns.SERVICE, "hello.Test");
            set(Columns.RULE, "all");
            for (int i = 0; i < addresses.length; i++) addresses[i] = ("10.0.0." + i).getBytes(UTF_8);
            set(Columns.USER_AGENT, "ApacheBench/2.3");
            set(Columns.STATE, "PROCESSED");
            set(Columns.RESPONSE_TYPE, "application/json");
            set(Columns.HEADERS, HEADERS);
        }

        private void set(Column column, String text) {
            texts[column.id()] = text.getBytes(UTF_8);
        }

        void write(int number) {
            long time = FIRST_TIME + number / 20;
            texts[Columns.REMOTE.id()] = addresses[random.nextInt(addresses.length)];
            texts[Columns.RESPONSE.id()] = isSpecial(number) ? SPECIAL_BYTES : ANSWER_BYTES;
            for (Column column : Columns.ALL) {
                byte[] text = texts[column.id()];
                switch (column.kind()) {
                    case NUMBER -> {
                        long value = number(column, time, number);
                        writer.number(column, value);
                        tokens.number(column, value);
                    }
                    case TEXT -> {
                        writer.text(column, text, 0, text.length);
                        tokens.text(column, text, 0, text.length);
                    }
                    case BLOB -> {
                        writer.blob(column, text, 0, text.length);
                        tokens.blob(column, text, 0, text.length);
                    }
                }
            }
            writer.endRecord(time);
        }

        private static final byte[] SPECIAL_BYTES = SPECIAL.getBytes(UTF_8);
        private static final byte[] ANSWER_BYTES = ANSWER.getBytes(UTF_8);

        private long number(Column column, long time, int number) {
            if (column.equals(Columns.ID_HIGH)) return time << 16 | 0x7000 | number % 20;
            if (column.equals(Columns.ID_LOW)) return random.nextLong() | Long.MIN_VALUE;
            if (column.equals(Columns.FLAGS)) return RowFlags.MONITORED | RowFlags.TRACKED;
            if (column.equals(Columns.TIME)) return time;
            if (column.equals(Columns.DURATION_MICROS)) return 50 + random.nextInt(500);
            if (column.equals(Columns.STATUS)) return isSpecial(number) ? 500 : random.nextInt(100) == 0 ? 404 : 200;
            return column.equals(Columns.BYTES_OUT) ? ANSWER.length() : 0;
        }
    }
}
