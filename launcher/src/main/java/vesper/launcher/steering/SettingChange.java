package vesper.launcher.steering;

/** What came of changing a setting. */
public sealed interface SettingChange {
    record Done(SettingLine now) implements SettingChange {}

    record Unknown(String key) implements SettingChange {}

    /** @param expected completes the sentence "expected …" */
    record NoValue(String expected) implements SettingChange {}

    /** @param flag for the next start, {@code --set http.port=9000} */
    record NeedsRestart(String flag) implements SettingChange {}

    /** It could hold, but something of the world is in the way. */
    record Failed(String why) implements SettingChange {}
}
