package vesper.launcher.settings;

/** A key and its value as they were written, with their source. */
public record RawSetting(String key, String text, SettingOrigin origin) {}
