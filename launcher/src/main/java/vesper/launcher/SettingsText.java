package vesper.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.PackageProperty;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;

/** Formats the settings for {@code --print-config}. */
final class SettingsText {
    private SettingsText() {}

    /** Returns one line per setting: key, value, origin. */
    static String table(Settings settings) {
        Table table = new Table();
        for (Setting<?> setting : Keys.ALL) {
            String text = settings.shownText(setting);
            table.row(
                    setting.key(),
                    text.isEmpty() ? "-" : text,
                    settings.originOf(setting).text());
        }
        settings.packageProperties()
                .forEach(raw -> table.row(
                        raw.key(), PackageProperty.shownText(raw), raw.origin().text()));
        settings.loggerLevels()
                .forEach(raw -> table.row(raw.key(), raw.text(), raw.origin().text()));
        return table.toString();
    }

    /** Returns {@code {"items":[{"key":…,"value":…,"origin":…}]}}. */
    static String json(Settings settings) {
        List<Item> items = new ArrayList<>();
        for (Setting<?> setting : Keys.ALL) {
            items.add(new Item(
                    setting.key(),
                    settings.shownText(setting),
                    settings.originOf(setting).text()));
        }
        settings.packageProperties()
                .forEach(raw -> items.add(new Item(
                        raw.key(), PackageProperty.shownText(raw), raw.origin().text())));
        settings.loggerLevels()
                .forEach(raw ->
                        items.add(new Item(raw.key(), raw.text(), raw.origin().text())));
        return JsonText.of(Map.of("items", items));
    }

    private record Item(String key, String value, String origin) {}
}
