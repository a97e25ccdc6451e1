package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The file {@code .mvn/jvm.config} with the JVM options of every Maven run, on any version of Java. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MavenOptionsTest {
    @Test
    void a_Java_that_does_not_know_an_option_starts_all_the_same_so_that_Maven_can_say_what_is_needed()
            throws Exception {
        List<String> options =
                List.of(Files.readString(Path.of("../.mvn/jvm.config")).strip().split("\\s+"));
        // An older JVM would take the second word of a two-word option for the main class.
        assertThat(options).allMatch(option -> option.startsWith("-"));

        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(options);
        command.addAll(List.of("--option-of-a-later-java=allow", "-version"));
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes(), UTF_8);

        assertThat(java.waitFor()).as(said).isZero();
        assertThat(Files.readString(Path.of("../pom.xml"))).contains("<requireJavaVersion>");
    }
}
