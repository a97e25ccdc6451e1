package vesper.launcher.settings;

import java.nio.file.Path;

/** The source of a value. */
public sealed interface SettingOrigin {
    /**
     * Returns the source as it is shown: {@code flag --port}, {@code environment VESPER_HTTP_PORT}, {@code
     * my.properties:3}.
     */
    String text();

    /** A flag of the command line, for example {@code --port}. */
    record Flag(String name) implements SettingOrigin {
        @Override
        public String text() {
            return "flag " + name;
        }
    }

    /** An environment variable. */
    record Environment(String name) implements SettingOrigin {
        @Override
        public String text() {
            return "environment " + name;
        }
    }

    /** A line of a file, counted from 1. */
    record Line(Path file, int number) implements SettingOrigin {
        @Override
        public String text() {
            return file + ":" + number;
        }
    }

    /** The default: the value was set nowhere. */
    record Default() implements SettingOrigin {
        @Override
        public String text() {
            return "default";
        }
    }
}
