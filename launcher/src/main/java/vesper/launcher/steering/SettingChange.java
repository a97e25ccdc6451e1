package vesper.launcher.steering;

/** The outcome of changing a setting. */
public sealed interface SettingChange {
    record Done(SettingLine now) implements SettingChange {}

    record Unknown(String key) implements SettingChange {}

    /** @param expected completes the sentence "expected …" */
    record InvalidValue(String expected) implements SettingChange {}

    /** @param flag for the next start, for example {@code --set http.port=9000} */
    record NeedsRestart(String flag) implements SettingChange {}

    /** The value is valid, but could not be applied, for example because a file cannot be written. */
    record Failed(String why) implements SettingChange {}
}
