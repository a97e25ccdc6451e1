package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JvmCountersTest {
    @TempDir
    Path folder;

    /** A program that collects garbage for each byte that it reads, and confirms it. */
    static final class Collecting {
        public static void main(String[] args) throws Exception {
            System.out.println("ready");
            while (System.in.read() >= 0) {
                System.gc();
                System.out.println("done");
            }
        }
    }

    @Test
    void what_a_jvm_did_meanwhile_is_read_without_asking_it() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Collecting.class.getName()))
                .start();
        try (var lines = process.inputReader();
                var commands = process.getOutputStream()) {
            assertThat(lines.readLine()).isEqualTo("ready");
            JvmCounters before = JvmCounters.of(process.pid()).orElseThrow();
            commands.write('\n');
            commands.flush();
            assertThat(lines.readLine()).isEqualTo("done");
            JvmCounters meanwhile = JvmCounters.of(process.pid()).orElseThrow().minus(before);
            assertThat(meanwhile.collections()).isEqualTo(1);
            assertThat(meanwhile.pauseMicros()).isBetween(1L, 60_000_000L);
            assertThat(before.compileMicros()).isPositive();
            AllocatedBytes allocated = AllocatedBytes.of(process.pid(), folder).orElseThrow();
            assertThat(allocated.since(new AllocatedBytes(Map.of())).orElseThrow())
                    .isPositive();
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void a_process_that_is_no_jvm_has_none() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(JvmCounters.of(process.pid())).isEmpty();
            assertThat(AllocatedBytes.of(process.pid(), folder)).isEmpty();
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void counters_that_are_missing_are_not_made_up() {
        assertThat(JvmCounters.from(Map.of("java.ci.totalTime", 5L))).isEmpty();
        assertThat(JvmCounters.from(Map.of("java.ci.totalTime", 5L, "sun.os.hrt.frequency", 0L)))
                .isEmpty();
        assertThat(JvmCounters.from(Map.of(
                        "java.ci.totalTime", 5000L,
                        "sun.os.hrt.frequency", 1_000_000_000L,
                        "sun.gc.collector.0.time", 2000L,
                        "sun.gc.collector.1.time", 1000L,
                        "sun.gc.collector.1.invocations", 3L)))
                .contains(new JvmCounters(5, 3, 3));
    }

    @Test
    void a_file_of_another_kind_or_cut_off_anywhere_is_no_fault() {
        assertThat(PerfData.parse(ByteBuffer.wrap(new byte[64]))).isEmpty();
        byte[] whole = perfData("a.b", 7);
        assertThat(PerfData.parse(ByteBuffer.wrap(whole))).contains(Map.of("a.b", 7L));
        for (int length = 0; length < whole.length; length++) {
            var read = PerfData.parse(ByteBuffer.wrap(Arrays.copyOf(whole, length)));
            assertThat(read.orElse(Map.of())).isEmpty();
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) 0xff;
            assertThat(PerfData.parse(ByteBuffer.wrap(damaged))).isNotNull();
        }
    }

    private static byte[] perfData(String name, long value) {
        ByteBuffer bytes = ByteBuffer.allocate(32 + 20 + 8 + 8);
        bytes.putInt(0xcafec0c0).put((byte) 0).put((byte) 2).put((byte) 0).put((byte) 1);
        bytes.putInt(24, 32).putInt(28, 1);
        bytes.putInt(32, 36).putInt(36, 20).putInt(40, 0).put(44, (byte) 'J').putInt(48, 28);
        for (int i = 0; i < name.length(); i++) bytes.put(52 + i, (byte) name.charAt(i));
        bytes.putLong(60, value);
        return bytes.array();
    }
}
