package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code scripts/find-jdk.sh} with folders that look like JDKs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FindJdkTest {
    private static final String SCRIPT =
            Path.of("../scripts/find-jdk.sh").toAbsolutePath().normalize().toString();

    @TempDir
    Path folder;

    private Path jvms;
    private Path home;

    @BeforeEach
    void emptyPlaces() throws IOException {
        jvms = Files.createDirectory(folder.resolve("jvm"));
        home = Files.createDirectory(folder.resolve("home"));
    }

    @Test
    void a_jdk_in_JAVA_HOME_is_taken() throws Exception {
        Path jdk = jdk(folder.resolve("mine"), "25.0.3");

        assertThat(found(Map.of("JAVA_HOME", jdk.toString()))).isEqualTo("found " + jdk);
    }

    @Test
    void a_jdk_on_the_path_is_taken_also_through_a_link() throws Exception {
        Path jdk = jdk(folder.resolve("mine"), "26");
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), jdk.resolve("bin/java"));

        assertThat(found(Map.of("PATH", bin + ":/usr/bin:/bin"))).isEqualTo("found " + jdk);
    }

    @Test
    void a_jdk_among_those_of_the_system_is_taken_past_older_ones() throws Exception {
        jdk(jvms.resolve("a-17"), "17.0.15");
        jdk(jvms.resolve("b-8"), "1.8.0_402");
        Path jdk = jdk(jvms.resolve("c-25"), "25-ea");

        assertThat(found(Map.of())).isEqualTo("found " + jdk);
    }

    @Test
    void a_jdk_of_sdkman_is_taken() throws Exception {
        Path jdk = jdk(home.resolve(".sdkman/candidates/java/25.0.3-tem"), "25.0.3");

        assertThat(found(Map.of())).isEqualTo("found " + jdk);
    }

    @Test
    void an_old_JAVA_HOME_is_passed_over_for_a_newer_jdk() throws Exception {
        Path old = jdk(folder.resolve("old"), "17.0.15");
        Path jdk = jdk(jvms.resolve("25"), "25.0.3");

        assertThat(found(Map.of("JAVA_HOME", old.toString()))).isEqualTo("found " + jdk);
    }

    @Test
    void only_an_old_one_is_named_with_its_version_and_place() throws Exception {
        Path old = jdk(folder.resolve("old"), "17.0.15");

        assertThat(found(Map.of("JAVA_HOME", old.toString())))
                .contains("found Java 17.0.15 in " + old + ": older than 25", "apt-get install", "exit 1");
    }

    @Test
    void one_that_does_not_do_is_named_once_however_many_ways_lead_to_it() throws Exception {
        Path old = jdk(jvms.resolve("a-17"), "17.0.15");
        Files.createSymbolicLink(jvms.resolve("b-link"), old);

        String said = found(Map.of("JAVA_HOME", old.toString(), "PATH", old + "/bin:/nowhere"));

        assertThat(said).containsOnlyOnce("found Java 17.0.15 in ").contains("found Java 17.0.15 in " + old + ":");
    }

    @Test
    void a_runtime_without_a_compiler_does_not_do() throws Exception {
        Path jre = jdk(jvms.resolve("jre"), "25.0.3");
        Files.delete(jre.resolve("bin/javac"));

        assertThat(found(Map.of())).contains("found Java 25.0.3 in " + jre + ": a runtime without the compiler");
    }

    @Test
    void without_any_it_says_where_it_looked_and_how_to_get_one() throws Exception {
        assertThat(found(Map.of()))
                .contains("needs a JDK 25 or newer, and found none", "JAVA_HOME (not set)", jvms.toString())
                .contains("Debian, Ubuntu", "SDKMAN", "exit 1");
    }

    /** Returns the JDK that the script finds, or its output and exit code. */
    private String found(Map<String, String> environment) throws IOException, InterruptedException {
        String text = ". " + SCRIPT + " && if find_jdk; then echo \"found $JAVA_HOME\"; else echo \"exit $?\"; fi";
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", text).redirectErrorStream(true);
        shell.environment().clear();
        shell.environment().put("PATH", "/nowhere");
        shell.environment().put("HOME", home.toString());
        shell.environment().put("VESPER_JVM_FOLDER", jvms.toString());
        shell.environment().putAll(environment);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output.stripTrailing();
    }

    private static Path jdk(Path folder, String version) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String name : List.of("java", "javac")) {
            assertThat(Files.createFile(bin.resolve(name)).toFile().setExecutable(true))
                    .isTrue();
        }
        Files.writeString(
                folder.resolve("release"),
                "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\nMODULES=\"java.base jdk.compiler\"\n");
        return folder;
    }
}
