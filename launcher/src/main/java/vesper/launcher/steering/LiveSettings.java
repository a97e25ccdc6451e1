package vesper.launcher.steering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.LoggerLevel;
import vesper.launcher.settings.PackageProperty;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.ShellWord;

/** The settings of a running server, some of which can change. Thread-safe; one change is made at a time. */
public final class LiveSettings {
    private static final String CHANGED = "changed while running";
    private static final String SECRET = "********";

    private final Settings settings;
    private final Map<String, LiveSetting<?>> changeable = new LinkedHashMap<>();
    private final ChangeLog changes;
    /** Keys of the settings that were changed here. */
    private final Map<String, Boolean> changed = new ConcurrentHashMap<>();

    /** @param settings as they were at the start */
    public LiveSettings(Settings settings, List<LiveSetting<?>> changeable, ChangeLog changes) {
        this.settings = settings;
        this.changes = changes;
        for (LiveSetting<?> each : changeable)
            this.changeable.put(each.setting().key(), each);
    }

    /** Returns all settings, and the properties for packages. */
    public List<SettingLine> all() {
        List<SettingLine> lines = new ArrayList<>();
        for (Setting<?> setting : Keys.ALL) lines.add(line(setting));
        for (RawSetting raw : settings.packageProperties()) lines.add(ofPackage(raw));
        for (RawSetting raw : settings.loggerLevels()) lines.add(ofLogger(raw));
        return lines;
    }

    private static SettingLine ofLogger(RawSetting raw) {
        return new SettingLine(
                raw.key(),
                raw.text(),
                raw.origin().text(),
                "the level of the logger " + LoggerLevel.nameOf(raw) + " at the start",
                "text",
                "text",
                Optional.empty(),
                "",
                false);
    }

    private SettingLine line(Setting<?> setting) {
        LiveSetting<?> live = changeable.get(setting.key());
        String value = live == null ? settings.shownText(setting) : live.now().get();
        boolean isChanged = live != null && (changed.containsKey(setting.key()) || !hasSameValue(setting, value));
        return new SettingLine(
                setting.key(),
                value,
                isChanged ? CHANGED : settings.originOf(setting).text(),
                setting.description(),
                setting.kind(),
                setting.expected(),
                setting.choices().isEmpty() ? Optional.empty() : Optional.of(setting.choices()),
                setting.defaultText(),
                live != null);
    }

    /**
     * Compares with the value at the start. A setting may also change elsewhere, for example by {@code
     * /admin/tracker/enabled}.
     */
    private boolean hasSameValue(Setting<?> setting, String value) {
        return settings.shownText(setting).equals(value);
    }

    private static SettingLine ofPackage(RawSetting raw) {
        String name = PackageProperty.nameOf(raw);
        return new SettingLine(
                raw.key(),
                PackageProperty.shownText(raw),
                raw.origin().text(),
                "a property of the package " + name.substring(0, name.indexOf('.')),
                "text",
                "text",
                Optional.empty(),
                "",
                false);
    }

    /**
     * Changes a setting until the server stops.
     *
     * @param who the client that requested the change
     */
    public synchronized SettingChange change(String key, String text, String who) {
        Optional<Setting<?>> setting = Keys.find(key);
        if (setting.isEmpty()) return isPackageKey(key) ? needsRestart(key, text) : new SettingChange.Unknown(key);
        if (setting.get().read(text).isEmpty())
            return new SettingChange.InvalidValue(setting.get().expected());
        LiveSetting<?> live = changeable.get(key);
        if (live == null) return needsRestart(key, setting.get().secret() ? null : text);
        return change(live, text, who);
    }

    private boolean isPackageKey(String key) {
        return settings.packageProperties().stream().anyMatch(raw -> raw.key().equals(key));
    }

    /** @param text null for a secret, which no response contains */
    private static SettingChange needsRestart(String key, @Nullable String text) {
        return new SettingChange.NeedsRestart("--set " + ShellWord.of(key + "=" + (text == null ? SECRET : text)));
    }

    private <T> SettingChange change(LiveSetting<T> live, String text, String who) {
        String before = live.now().get();
        try {
            live.change().apply(live.setting().read(text).orElseThrow());
        } catch (IOException e) {
            return new SettingChange.Failed(String.valueOf(e.getMessage()));
        }
        String key = live.setting().key();
        changed.put(key, true);
        changes.add(who, key, before, live.now().get());
        return new SettingChange.Done(line(live.setting()));
    }
}
