package vesper.launcher.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import vesper.rest.names.Nearest;

/**
 * Settings from environment variables. An unknown variable with our prefix causes only a warning: it may belong to a
 * newer version or to a script of the user.
 */
record EnvironmentSettings(List<RawSetting> settings, List<String> warnings) {
    /** Variables that the scripts read before the program starts. */
    private static final Set<String> OF_THE_SCRIPTS =
            Set.of("VESPER_JAVA_OPTS", "VESPER_NO_BUILD", "VESPER_JVM_FOLDER");

    static EnvironmentSettings of(Map<String, String> environment) {
        Map<String, Setting<?>> known = new LinkedHashMap<>();
        for (Setting<?> setting : Keys.ALL) known.put(setting.environmentName(), setting);

        List<RawSetting> said = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(environment).forEach((name, text) -> {
            Setting<?> setting = known.get(name);
            if (setting != null) {
                said.add(new RawSetting(setting.key(), text, new SettingOrigin.Environment(name)));
            } else if (name.startsWith(Setting.ENVIRONMENT_PREFIX) && !OF_THE_SCRIPTS.contains(name)) {
                warnings.add("environment " + name + " is not a setting" + Nearest.suggestion(name, known.keySet()));
            }
        });
        return new EnvironmentSettings(said, warnings);
    }
}
