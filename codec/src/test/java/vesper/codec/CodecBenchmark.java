package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static vesper.codec.MediaFormat.JSON;
import static vesper.codec.MediaFormat.XML;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/*
 * Question: what does it cost to write the 52-byte answer, and an order of 20 lines, and to read that order?
 * Guess: 300 ns for the answer as JSON, 800 ns as XML; the order 20 times that; reading twice as long as writing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
    public record Answer(String result, String message) {}

    public record Line(String sku, int quantity, double price) {}

    public record Order(String customer, List<Line> lines) {}

    @Param({"JSON", "XML"})
    MediaFormat format = JSON;

    private final Codec codec = new Codec(true);
    private final Answer answer = new Answer("OK", "Hello, world!");
    private final Order order = new Order("Ann", java.util.Collections.nCopies(20, new Line("A-4711", 3, 19.95)));
    private final Answer note = new Answer("OK", "A note of some words. ".repeat(23));
    private final byte[] json = codec.write(JSON, order);
    private final byte[] xml = codec.write(XML, order);
    private final byte[] bad =
            "{\"customer\":\"Ann\",\"lines\":[{\"quantity\":\"x\"},{\"quantity\":\"y\"}]}".getBytes(UTF_8);

    @Benchmark
    public byte[] writeAnswer() {
        return codec.write(format, answer);
    }

    @Benchmark
    public byte[] writeOrder() {
        return codec.write(format, order);
    }

    /** Writes a text of half a kilobyte. */
    @Benchmark
    public byte[] writeNote() {
        return codec.write(format, note);
    }

    @Benchmark
    public DecodeResult<Object> readOrder() {
        return codec.read(format, format == JSON ? json : xml, Order.class);
    }

    @Benchmark
    public DecodeResult<Object> readBadFields() {
        return codec.read(JSON, bad, Order.class);
    }
}
