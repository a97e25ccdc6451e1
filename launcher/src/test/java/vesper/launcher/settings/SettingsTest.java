package vesper.launcher.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SettingsTest {
    private static final Map<String, String> NO_ENVIRONMENT = Map.of();

    @TempDir
    Path folder;

    @Test
    void what_nobody_says_is_the_default() throws Exception {
        Settings settings = Settings.load(List.of(), NO_ENVIRONMENT, Optional.empty());

        assertThat(settings.get(Keys.PORT)).isEqualTo(8080);
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo("default");
    }

    @Test
    void the_file_wins_over_the_default_and_its_line_is_the_origin() throws Exception {
        Path file = file("# ports", "", "http.port = 9001");

        Settings settings = Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(file));

        assertThat(settings.get(Keys.PORT)).isEqualTo(9001);
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo(file + ":3");
    }

    @Test
    void the_environment_wins_over_the_file() throws Exception {
        Path file = file("http.port=9001");

        Settings settings = Settings.load(List.of(), Map.of("VESPER_HTTP_PORT", "9002"), Optional.of(file));

        assertThat(settings.get(Keys.PORT)).isEqualTo(9002);
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo("environment VESPER_HTTP_PORT");
    }

    @Test
    void a_flag_wins_over_the_environment() throws Exception {
        Settings settings =
                Settings.load(List.of(flag("http.port", "9003")), Map.of("VESPER_HTTP_PORT", "9002"), Optional.empty());

        assertThat(settings.get(Keys.PORT)).isEqualTo(9003);
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo("flag --set");
    }

    @Test
    void an_unknown_key_of_a_flag_is_refused_with_the_nearest_one() {
        assertThatThrownBy(() -> Settings.load(List.of(flag("http.prot", "1")), NO_ENVIRONMENT, Optional.empty()))
                .isInstanceOf(WrongSettingException.class)
                .hasMessage("flag --set: unknown setting http.prot, did you mean http.port?");
    }

    @Test
    void an_unknown_key_of_the_file_is_refused_with_its_line() throws Exception {
        Path file = file("http.port=1", "http.hots=x");

        assertThatThrownBy(() -> Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(file)))
                .hasMessage(file + ":2: unknown setting http.hots, did you mean http.host?");
    }

    @Test
    void every_mistake_is_told_at_once() throws Exception {
        Path file = file("http.hots=x", "http.port=many", "http.drain=1s");

        assertThatThrownBy(() -> Settings.load(List.of(flag("log.level", "loud")), NO_ENVIRONMENT, Optional.of(file)))
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .satisfiesExactly(
                                first -> assertThat(first)
                                        .isEqualTo(file + ":1: unknown setting http.hots, did you mean http.host?"),
                                second -> assertThat(second)
                                        .startsWith(file + ":2: http.port cannot be \"many\", expected "),
                                third -> assertThat(third).startsWith("flag --set: log.level cannot be \"loud\"")));
    }

    @Test
    void an_unknown_variable_of_ours_is_a_warning_only() throws Exception {
        Settings settings = Settings.load(
                List.of(),
                Map.of("VESPER_HTTP_PROT", "1", "VESPER_JAVA_OPTS", "-Xmx1g", "HOME", "/"),
                Optional.empty());

        assertThat(settings.warnings())
                .containsExactly("environment VESPER_HTTP_PROT is not a setting, did you mean VESPER_HTTP_PORT?");
    }

    @Test
    void a_value_that_is_none_names_its_place_its_key_and_what_is_expected() {
        assertThatThrownBy(
                        () -> Settings.load(List.of(), Map.of("VESPER_HTTP_LIMIT_BODY", "10 apples"), Optional.empty()))
                .hasMessage("environment VESPER_HTTP_LIMIT_BODY: http.limit.body cannot be \"10 apples\","
                        + " expected a size such as 512, 8KiB or 10MiB, at most 2097088KiB");
    }

    @Test
    void a_secret_is_never_shown() throws Exception {
        Settings settings = Settings.load(List.of(flag("admin.token", "hunter2")), NO_ENVIRONMENT, Optional.empty());

        assertThat(settings.get(Keys.ADMIN_TOKEN)).isEqualTo("hunter2");
        assertThat(settings.shownText(Keys.ADMIN_TOKEN)).doesNotContain("hunter2");
    }

    @Test
    void a_file_that_is_not_there_is_refused_by_name() {
        Path missing = folder.resolve("missing.properties");

        assertThatThrownBy(() -> Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(missing)))
                .hasMessage("config file " + missing + " does not exist");
    }

    @Test
    void a_folder_or_a_file_of_other_bytes_is_no_config_file() throws Exception {
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThatThrownBy(() -> Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(folder)))
                .hasMessageEndingWith("is a folder");
        assertThatThrownBy(() -> Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(bytes)))
                .hasMessageEndingWith("is not UTF-8 text");
    }

    @Test
    void a_line_can_go_on_in_the_next_one_and_keeps_its_first_number() throws Exception {
        Path file = file("packages.path=some/\\", "   where", "http.port: 1");

        Settings settings = Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(file));

        assertThat(settings.get(Keys.PACKAGES)).isEqualTo(Path.of("some/where"));
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo(file + ":3");
    }

    @Test
    void a_backslash_alone_says_nothing() throws Exception {
        Path file = file("\\", "", "\\", "  ", "\\", "# more", "http.port = 1", "\\");

        Settings settings = Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(file));

        assertThat(settings.get(Keys.PORT)).isEqualTo(1);
    }

    @Test
    void a_byte_order_mark_before_the_first_key_is_passed_over() throws Exception {
        Path file = file("\uFEFFhttp.port = 1", "http.drain = 3s");

        Settings settings = Settings.load(List.of(), NO_ENVIRONMENT, Optional.of(file));

        assertThat(settings.get(Keys.PORT)).isEqualTo(1);
        assertThat(settings.originOf(Keys.PORT).text()).isEqualTo(file + ":1");
    }

    @Test
    void every_mistake_of_every_place_is_told_at_once() throws Exception {
        Path file = file("http.prot = 1", "broken = \\u12", "http.drain = 10", "\\u00", "log.level=loud");

        assertThatThrownBy(() -> Settings.load(
                        List.of(flag("http.port", "x")),
                        Map.of("VESPER_HTTP_LIMIT_BODY", "10 apples"),
                        Optional.of(file)))
                .satisfies(e -> assertThat(e.getMessage().lines())
                        .hasSize(7)
                        .anyMatch(line -> line.startsWith(file + ":1: unknown setting http.prot"))
                        .anyMatch(line -> line.startsWith(file + ":2: "))
                        .anyMatch(line -> line.startsWith(file + ":3: http.drain cannot be"))
                        .anyMatch(line -> line.startsWith(file + ":4: "))
                        .anyMatch(line -> line.startsWith(file + ":5: log.level cannot be"))
                        .anyMatch(line -> line.startsWith("environment VESPER_HTTP_LIMIT_BODY: "))
                        .anyMatch(line -> line.startsWith("flag --set: http.port cannot be")));
    }

    private static RawSetting flag(String key, String text) {
        return new RawSetting(key, text, new SettingOrigin.Flag("--set"));
    }

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("application.properties"), List.of(lines));
    }

    @Test
    void levels_of_loggers_are_settings_and_a_wrong_one_is_refused_by_name() throws Exception {
        Settings settings = Settings.load(
                List.of(flag("log.level.vesper.http", "debug"), flag("log.level.org.Lib", "off")),
                NO_ENVIRONMENT,
                Optional.empty());
        assertThat(settings.loggerLevels())
                .extracting(LoggerLevel::nameOf, RawSetting::text)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("org.Lib", "off"),
                        org.assertj.core.groups.Tuple.tuple("vesper.http", "debug"));

        assertThatThrownBy(() -> Settings.load(
                        List.of(flag("log.level.vesper.http", "debgu"), flag("log.format", "xml")),
                        NO_ENVIRONMENT,
                        Optional.empty()))
                .hasMessageContaining("log.level.vesper.http cannot be \"debgu\", expected one of off, error, warn")
                .hasMessageContaining("did you mean debug?")
                .hasMessageContaining("log.format cannot be \"xml\", expected one of text, json");
    }
}
