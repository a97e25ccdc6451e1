package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JvmReadingTest {
    private static final String SAID = """
            27788:
            Command executed successfully
            27788:
             DefNew     total 629120K, used 11K [0x0000000080000000, 0x00000000aaaa0000, 0x00000000aaaa0000)
              eden space 559232K,   0% used [0x0000000080000000, 0x0000000080002ff0, 0x00000000a2220000)
             Tenured    total 1398144K, used 1013K [0x00000000aaaa0000, 0x0000000100000000, 0x0000000100000000)
             Metaspace       used 8881K, committed 9216K, reserved 1114112K
            27788:
            "http-1-1" #31 [27801] prio=5 os_prio=0 cpu=12.50ms elapsed=9.10s allocated=12M defined_classes=9 tid=0x1 nid=27801 runnable  [0x1]
            "http-1-2" #32 [27802] prio=5 os_prio=0 cpu=0.50ms elapsed=9.10s allocated=20K defined_classes=0 tid=0x2 nid=27802 runnable  [0x2]
            "odd \\"name\\"" #33 [27803] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.10s allocated=7B defined_classes=0 tid=0x3 nid=27803 waiting on condition  [0x3]
            "GC Thread#0" os_prio=0 cpu=3.00ms elapsed=9.10s tid=0x4 nid=27804 runnable
            """;

    @TempDir
    Path scratch;

    @Test
    void heap_allocation_and_cpu_are_read_by_kinds_of_threads() throws IOException {
        JvmReading reading = JvmReading.parse(SAID);
        assertThat(reading.liveBytes()).isEqualTo(1024 * 1024);
        assertThat(reading.allocated().kinds()).containsExactlyInAnyOrder("http--", "odd \\\"name\\\"");
        assertThat(reading.allocated().of("http--"::equals).byThread().values())
                .extracting(ThreadUse::allocatedBytes)
                .containsExactlyInAnyOrder(12L << 20, 20L << 10);
        assertThat(reading.cpuMicros())
                .isEqualTo(Map.of("http--", 13_000L, "odd \\\"name\\\"", 1_000L, "GC Thread#", 3_000L));
    }

    @Test
    void a_jvm_that_runs_tells_of_itself() throws Exception {
        JvmReading reading = JvmReading.of(ProcessHandle.current().pid(), scratch);
        assertThat(reading.liveBytes()).isPositive();
        assertThat(reading.allocated().kinds()).contains("main");
        assertThat(reading.cpuMicros().get("main")).isPositive();
        assertThat(scratch).isEmptyDirectory();
    }

    @Test
    void a_process_that_is_not_there_is_told() {
        assertThatThrownBy(() -> JvmReading.of(Integer.MAX_VALUE, scratch))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no heap information");
    }
}
