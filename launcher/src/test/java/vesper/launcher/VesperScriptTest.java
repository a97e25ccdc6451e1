package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which commands the script at the root of the repository passes to the program and which it runs without it. The
 * targets are replaced by scripts that print their arguments.
 */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class VesperScriptTest {
    @TempDir
    Path folder;

    private String javaOptions = "";

    @BeforeEach
    void standIns() throws IOException {
        for (String file : List.of("vesper", "scripts/find-jdk.sh")) {
            Path copy = folder.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of("..").resolve(file), copy);
        }
        script("scripts/is-built.sh", "exit 0");
        Path dist = Files.createDirectories(folder.resolve("launcher/target/dist"));
        Files.createFile(dist.resolve("java.options"));
        Path jdk = folder.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\nMODULES=\"java.base jdk.compiler\"\n");
        script("jdk/bin/javac", "exit 1");
        script("jdk/bin/java", "while [ \"$1\" != -jar ]; do shift; done", "shift 2", "echo program \"$@\"");
    }

    private void script(String file, String... lines) throws IOException {
        Path script = Files.writeString(folder.resolve(file), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void the_whole_check_is_another_script() throws Exception {
        script("scripts/test.sh", "echo check \"$@\"");

        assertThat(vesper("test")).isEqualTo("check " + folder);
        assertThat(vesper("test", "-pl", "codec", "-Dtest=ShapesTest"))
                .isEqualTo("check " + folder + " -pl codec -Dtest=ShapesTest");
    }

    @Test
    void the_test_of_a_package_is_the_programs_wherever_the_package_is_named() throws Exception {
        for (List<String> arguments : List.of(
                List.of("test", "--package", "orders"),
                List.of("test", "--config", "my.properties", "--package", "orders"),
                List.of("test", "--config=my.properties", "--package=orders"),
                List.of("test", "--help"))) {
            assertThat(vesper(arguments.toArray(String[]::new))).isEqualTo("program " + String.join(" ", arguments));
        }
        assertThat(vesper("run", "--port", "0")).isEqualTo("program run --port 0");
    }

    @Test
    void a_young_generation_of_a_fixed_size_does_not_stand_beside_a_heap_or_a_collector_that_the_user_chose()
            throws Exception {
        script("jdk/bin/java", "echo \"$@\"");
        Path dist = folder.resolve("launcher/target/dist");
        String collector = " @" + dist.resolve("collector.options");
        String young = " @" + dist.resolve("young.options");

        assertThat(vesper("run")).contains(collector + young);
        javaOptions = "-Dsome.name=value";
        assertThat(vesper("run")).contains(collector + young).contains(javaOptions);
        for (String heap : List.of(
                "-Xmx64m", "-da -Xms16m", "-Xmn8m", "-XX:MaxHeapSize=48m", "-XX:MaxRAM=128m", "-XX:MaxNewSize=4m")) {
            javaOptions = heap;
            assertThat(vesper("run")).contains(collector).contains(heap).doesNotContain(young);
        }
        javaOptions = "-XX:+UseG1GC";
        assertThat(vesper("run")).doesNotContain(collector).doesNotContain(young);
    }

    private String vesper(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", folder.resolve("vesper").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("VESPER_JAVA_OPTS", javaOptions);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return said.stripTrailing();
    }
}
