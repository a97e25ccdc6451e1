package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MachineFactsTest {
    @TempDir
    Path folder;

    @Test
    void what_was_run_and_on_what_is_told_at_the_beginning_and_at_the_end() {
        Map<String, String> facts = MachineFacts.gather(Path.of(""));
        MachineFacts.end(facts);
        assertThat(facts)
                .containsKeys(
                        "command",
                        "revision",
                        "processor",
                        "cores",
                        "governor",
                        "memory",
                        "open files",
                        "kernel",
                        "Java",
                        "began",
                        "load before",
                        "ended",
                        "load after")
                .doesNotContainValue("");
    }

    @Test
    void a_folder_without_a_repository_has_no_revision() {
        assertThat(InstalledTools.revision(folder)).isEqualTo("unknown");
    }

    @Test
    void tools_tell_their_versions_each_in_its_own_way() throws Exception {
        Path wrk = Files.writeString(
                folder.resolve("wrk"), "#!/bin/sh\necho \"wrk debian/4.1.0-3 [epoll]\" >&2\nexit 1\n");
        Path ab = Files.writeString(folder.resolve("ab"), "#!/bin/sh\necho nothing\n");
        assertThat(wrk.toFile().setExecutable(true) && ab.toFile().setExecutable(true))
                .isTrue();
        assertThat(InstalledTools.versions(folder.toString()))
                .containsEntry("wrk", "4.1.0-3")
                .containsEntry("ab", "installed, version unknown");
    }

    @Test
    void the_tightest_limit_of_a_group_and_those_above_it_counts() throws Exception {
        Path inner = Files.createDirectories(folder.resolve("outer/inner"));
        Files.writeString(inner.resolve("cpu.max"), "max 100000\n");
        Files.writeString(inner.resolve("memory.max"), "4294967296\n");
        Files.writeString(folder.resolve("outer/cpu.max"), "150000 100000\n");
        Files.writeString(folder.resolve("outer/memory.max"), "max\n");
        assertThat(CgroupLimits.facts(folder, List.of("0::/outer/inner")))
                .containsEntry("cgroup processors", "1.5")
                .containsEntry("cgroup memory", "4096 MiB");
    }

    @Test
    void groups_of_the_first_version_count_too_and_without_a_limit_there_is_none() throws Exception {
        Path cpu = Files.createDirectories(folder.resolve("cpu/a"));
        Files.writeString(cpu.resolve("cpu.cfs_quota_us"), "50000\n");
        Files.writeString(cpu.resolve("cpu.cfs_period_us"), "100000\n");
        Path memory = Files.createDirectories(folder.resolve("memory"));
        Files.writeString(memory.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
        assertThat(CgroupLimits.facts(folder, List.of("1:cpu:/a", "4:memory:/")))
                .containsEntry("cgroup processors", "0.5")
                .containsEntry("cgroup memory", "no limit");
    }
}
