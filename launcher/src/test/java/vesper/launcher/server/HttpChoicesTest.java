package vesper.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.HttpLimits;
import vesper.http.HttpSettings;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.SettingOrigin;
import vesper.launcher.settings.Settings;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HttpChoicesTest {
    @Test
    void the_defaults_of_the_settings_are_those_of_the_server_but_for_the_port() throws Exception {
        HttpSettings choices = HttpChoices.from(Settings.load(List.of(), Map.of(), Optional.empty()));

        assertThat(choices).usingRecursiveComparison().ignoringFields("port").isEqualTo(HttpSettings.DEFAULTS);
    }

    @Test
    void every_limit_can_be_set() throws Exception {
        List<RawSetting> said = new ArrayList<>();
        for (Setting<?> setting : Keys.ALL) {
            if (setting.key().startsWith("http.limit.")) said.add(changed(setting));
        }

        HttpLimits limits = HttpChoices.from(Settings.load(said, Map.of(), Optional.empty()))
                .limits();

        for (RecordComponent component : HttpLimits.class.getRecordComponents()) {
            assertThat(component.getAccessor().invoke(limits))
                    .as("a setting for %s", component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(HttpLimits.DEFAULTS));
        }
    }

    @Test
    void the_bounds_of_the_settings_are_within_those_of_the_server() throws Exception {
        List<RawSetting> least = new ArrayList<>();
        List<RawSetting> most = new ArrayList<>();
        for (Setting<?> setting : Keys.ALL) {
            if (!setting.key().startsWith("http.limit.")
                    || !setting.defaultText().endsWith("s")) continue;
            least.add(new RawSetting(setting.key(), "10ms", new SettingOrigin.Flag("--set")));
            most.add(new RawSetting(setting.key(), "24h", new SettingOrigin.Flag("--set")));
        }
        most.add(new RawSetting("http.limit.body", "2097088KiB", new SettingOrigin.Flag("--set")));

        assertThat(HttpChoices.from(Settings.load(least, Map.of(), Optional.empty()))
                        .limits()
                        .idleTimeout())
                .hasMillis(10);
        assertThat(HttpChoices.from(Settings.load(most, Map.of(), Optional.empty()))
                        .limits()
                        .bodyBytes())
                .isEqualTo((2L << 30) - (64 << 10));
    }

    private static RawSetting changed(Setting<?> setting) {
        String text = setting.defaultText().endsWith("s") ? "77s" : "77";
        return new RawSetting(setting.key(), text, new SettingOrigin.Flag("--set"));
    }
}
