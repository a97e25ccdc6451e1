package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.SettingOrigin;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RunOptionsTest {
    @Test
    void well_formed_arguments_are_read_without_picocli() {
        RunOptions options = RunOptions.ofWellFormed(
                        List.of("--port", "0", "--set", "log.level=debug", "--config", "my.properties"))
                .orElseThrow();

        assertThat(options.flags())
                .containsExactly(
                        new RawSetting("log.level", "debug", new SettingOrigin.Flag("--set")),
                        new RawSetting("http.port", "0", new SettingOrigin.Flag("--port")));
        assertThat(options.config()).isEqualTo(Optional.of(Path.of("my.properties")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--port",
                "--port=1",
                "--prot 1",
                "--port 1 --port 2",
                "--set nothing",
                "--print-config",
                "--port --host",
                "stray",
                "--config a --config b"
            })
    void all_others_are_left_to_picocli(String arguments) {
        assertThat(RunOptions.ofWellFormed(List.of(arguments.split(" ")))).isEmpty();
    }

    @Test
    void picocli_reads_the_same_out_of_the_same_arguments() {
        String[] arguments = {
            "run", "--host", "::1", "--port", "7", "--packages", "p", "--data", "d", "--set", "log.level=warn"
        };
        String[] throughPicocli = new String[arguments.length + 1];
        System.arraycopy(arguments, 0, throughPicocli, 0, arguments.length);
        throughPicocli[arguments.length] = "--print-config";

        List<RawSetting> said = RunOptions.ofWellFormed(List.of(arguments).subList(1, arguments.length))
                .orElseThrow()
                .flags();

        String shown = CommandRun.of(throughPicocli).out();
        assertThat(said)
                .hasSize(5)
                .allSatisfy(one -> assertThat(shown)
                        .containsPattern("(?m)^" + one.key() + " +" + one.text() + " +"
                                + one.origin().text() + "$"));
    }
}
