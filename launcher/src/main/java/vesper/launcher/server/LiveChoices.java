package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.Level;
import vesper.launcher.logging.LogLevels;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.settings.Keys;
import vesper.launcher.steering.LiveSetting;
import vesper.records.admin.Records;

/** The settings that can change while the server runs, with the code that applies them. */
final class LiveChoices {
    private LiveChoices() {}

    static List<LiveSetting<?>> of(Records records, SwitchedAccessLog accessLog) {
        return List.of(
                new LiveSetting<>(
                        Keys.ACCESS_LOG,
                        () -> accessLog.file().map(Path::toString).orElse(""),
                        accessLog::to),
                new LiveSetting<>(
                        Keys.MONITOR, () -> String.valueOf(records.set().monitor()), records::enableMonitor),
                new LiveSetting<>(
                        Keys.MONITOR_ALWAYS,
                        () -> String.valueOf(records.set().monitorAlways()),
                        records::monitorAlways),
                new LiveSetting<>(
                        Keys.TRACKER, () -> String.valueOf(records.set().tracker()), records::enableTracker),
                new LiveSetting<>(Keys.LOG_LEVEL, LiveChoices::logLevel, LiveChoices::logFrom));
    }

    private static String logLevel() {
        return LogLevels.find(LogLevels.ROOT)
                .map(LogLevels.Named::effective)
                .orElseThrow()
                .toLowerCase(Locale.ROOT);
    }

    private static void logFrom(Level least) throws IOException {
        LogSetup.level(least);
    }
}
