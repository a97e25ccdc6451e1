package vesper.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.SettingOrigin;

/**
 * Arguments of {@code run}.
 *
 * @param flags settings; those of {@code --set} come first
 * @param config the configuration file
 * @param printConfig whether to print the settings instead of serving
 * @param json whether to print them as JSON
 */
record RunOptions(List<RawSetting> flags, Optional<Path> config, boolean printConfig, boolean json) {
    private static final Map<String, Setting<?>> SETTING_FLAGS =
            Map.of("--host", Keys.HOST, "--port", Keys.PORT, "--packages", Keys.PACKAGES, "--data", Keys.DATA);

    /**
     * Parses well-formed arguments without picocli. Returns empty if any argument is invalid or asks for help: {@link
     * RunCommand} then parses them again and reports the error.
     *
     * <p>This avoids loading picocli. Its class files have a format too old for the AOT cache, so loading them costs
     * 150 ms, a third of the startup.
     */
    static Optional<RunOptions> ofWellFormed(List<String> arguments) {
        List<RawSetting> assigned = new ArrayList<>();
        List<RawSetting> named = new ArrayList<>();
        Optional<Path> config = Optional.empty();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            String flag = arguments.get(i);
            String text = arguments.get(i + 1);
            Setting<?> setting = SETTING_FLAGS.get(flag);
            if (text.startsWith("-") || (!seen.add(flag) && !flag.equals("--set"))) return Optional.empty();
            if (setting != null) {
                named.add(new RawSetting(setting.key(), text, new SettingOrigin.Flag(flag)));
            } else if (flag.equals("--config")) {
                config = Optional.of(Path.of(text));
            } else {
                Optional<RawSetting> said = flag.equals("--set") ? assigned(text) : Optional.empty();
                if (said.isEmpty()) return Optional.empty();
                assigned.add(said.get());
            }
        }
        assigned.addAll(named);
        boolean odd = arguments.size() % 2 != 0;
        return odd ? Optional.empty() : Optional.of(new RunOptions(assigned, config, false, false));
    }

    /** Parses {@code KEY=VALUE}; empty if the text has no equals sign. */
    static Optional<RawSetting> assigned(String text) {
        int mark = text.indexOf('=');
        if (mark < 0) return Optional.empty();
        return Optional.of(new RawSetting(
                text.substring(0, mark).strip(), text.substring(mark + 1), new SettingOrigin.Flag("--set")));
    }
}
