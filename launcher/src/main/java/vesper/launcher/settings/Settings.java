package vesper.launcher.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import vesper.rest.names.Nearest;

/** The values of all settings and their sources. Immutable; all values are valid. */
public final class Settings {
    private final Map<Setting<?>, Chosen> chosen;
    private final Map<String, RawSetting> packageProperties;
    private final Map<String, RawSetting> loggerLevels;
    private final Map<String, RawSetting> oidc;
    private final List<String> warnings;

    private Settings(
            Map<Setting<?>, Chosen> chosen,
            Map<String, RawSetting> packageProperties,
            Map<String, RawSetting> loggerLevels,
            Map<String, RawSetting> oidc,
            List<String> warnings) {
        this.chosen = chosen;
        this.packageProperties = packageProperties;
        this.loggerLevels = loggerLevels;
        this.oidc = oidc;
        this.warnings = warnings;
    }

    /**
     * Reads all sources. A flag overrides the environment, the environment overrides the file, and each of them
     * overrides the default. If a source has the same key twice, the last one counts.
     *
     * @throws WrongSettingException if a flag or the file has an unknown key, if a value is invalid, or if the file
     *     cannot be read
     */
    public static Settings load(List<RawSetting> flags, Map<String, String> environment, Optional<Path> config)
            throws WrongSettingException {
        EnvironmentSettings fromEnvironment = EnvironmentSettings.of(environment);
        List<RawSetting> weakestFirst = new ArrayList<>();
        List<String> mistakes = new ArrayList<>();
        if (config.isPresent()) {
            PropertiesFile file = PropertiesFile.read(config.get());
            mistakes.addAll(file.mistakes());
            weakestFirst.addAll(file.settings());
        }
        weakestFirst.addAll(fromEnvironment.settings());
        weakestFirst.addAll(flags);

        Map<Setting<?>, Chosen> chosen = new LinkedHashMap<>();
        for (Setting<?> setting : Keys.ALL) {
            choose(new RawSetting(setting.key(), setting.defaultText(), new SettingOrigin.Default()), chosen, mistakes);
        }
        Map<String, RawSetting> packageProperties = new TreeMap<>();
        Map<String, RawSetting> loggerLevels = new TreeMap<>();
        Map<String, RawSetting> oidc = new TreeMap<>();
        for (RawSetting raw : weakestFirst) {
            if (PackageProperty.isOne(raw.key())) packageProperties.put(raw.key(), raw);
            else if (OidcSetting.isOne(raw.key()) && OidcSetting.isValid(raw)) oidc.put(raw.key(), raw);
            else if (OidcSetting.isOne(raw.key())) mistakes.add(OidcSetting.mistake(raw));
            else if (!LoggerLevel.isOne(raw.key())) choose(raw, chosen, mistakes);
            else if (LoggerLevel.isValid(raw)) loggerLevels.put(raw.key(), raw);
            else mistakes.add(LoggerLevel.mistake(raw));
        }
        if (!mistakes.isEmpty()) throw new WrongSettingException(String.join("\n", mistakes));
        return new Settings(
                chosen,
                Collections.unmodifiableMap(packageProperties),
                Collections.unmodifiableMap(loggerLevels),
                Collections.unmodifiableMap(oidc),
                fromEnvironment.warnings());
    }

    public <T> T get(Setting<T> setting) {
        @SuppressWarnings("unchecked") // choose() parsed the value with the form of this setting
        T value = (T) chosen(setting).value();
        return value;
    }

    public SettingOrigin originOf(Setting<?> setting) {
        return chosen(setting).said().origin();
    }

    /**
     * Returns an exception for a value that has the right form but cannot be used, for example the path of a missing
     * file.
     */
    public WrongSettingException wrong(Setting<?> setting, String why) {
        return new WrongSettingException(
                originOf(setting).text() + ": " + setting.key() + " cannot be \"" + shownText(setting) + "\": " + why);
    }

    /** Returns an exception for a key of the form {@code access.oidc.NAME.KEY} that cannot be used. */
    public WrongSettingException wrong(String key, String why) {
        return new WrongSettingException(key + " " + why);
    }

    /** Returns the value as it was written, or asterisks for a secret. */
    public String shownText(Setting<?> setting) {
        String text = chosen(setting).said().text();
        return setting.secret() && !text.isEmpty() ? "********" : text;
    }

    /** Returns the properties for packages, {@code packages.NAME.KEY}, sorted by key. */
    public Collection<RawSetting> packageProperties() {
        return packageProperties.values();
    }

    /** Returns the levels of single loggers, {@code log.level.NAME}, sorted by key. */
    public Collection<RawSetting> loggerLevels() {
        return loggerLevels.values();
    }

    /** Returns the settings of outside issuers, {@code access.oidc.NAME.KEY}, sorted by key. */
    public Collection<RawSetting> oidc() {
        return oidc.values();
    }

    /** Returns messages about probable mistakes that do not prevent a start, one line each. */
    public List<String> warnings() {
        return warnings;
    }

    private Chosen chosen(Setting<?> setting) {
        Chosen found = chosen.get(setting);
        if (found == null) throw new IllegalStateException(setting.key() + " is not in Keys.ALL");
        return found;
    }

    private static void choose(RawSetting raw, Map<Setting<?>, Chosen> chosen, List<String> mistakes) {
        Optional<Setting<?>> setting = Keys.find(raw.key());
        Optional<?> value = setting.flatMap(known -> known.form().read(raw.text()));
        if (setting.isEmpty()) mistakes.add(unknown(raw));
        else if (value.isEmpty()) mistakes.add(noValue(setting.get(), raw));
        else chosen.put(setting.get(), new Chosen(raw, value.get()));
    }

    private static String unknown(RawSetting raw) {
        List<String> known = Keys.ALL.stream().map(Setting::key).toList();
        return raw.origin().text() + ": unknown setting " + raw.key() + Nearest.suggestion(raw.key(), known);
    }

    private static String noValue(Setting<?> setting, RawSetting raw) {
        String shown = setting.secret() ? "the value" : "\"" + raw.text() + "\"";
        return raw.origin().text() + ": " + setting.key() + " cannot be " + shown + ", expected "
                + setting.form().expected();
    }

    private record Chosen(RawSetting said, Object value) {}
}
