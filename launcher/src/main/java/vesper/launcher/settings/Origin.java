package vesper.launcher.settings;

import java.nio.file.Path;

/** Where a value was said. */
public sealed interface Origin {
    /** As it is shown: {@code flag --port}, {@code environment VESPER_HTTP_PORT}, {@code my.properties:3}. */
    String text();

    /** A flag of the command line, {@code --port}. */
    record Flag(String name) implements Origin {
        @Override
        public String text() {
            return "flag " + name;
        }
    }

    /** An environment variable. */
    record Environment(String name) implements Origin {
        @Override
        public String text() {
            return "environment " + name;
        }
    }

    /** A line of a file, counted from 1. */
    record Line(Path file, int number) implements Origin {
        @Override
        public String text() {
            return file + ":" + number;
        }
    }

    /** Nowhere: it is what we take then. */
    record Default() implements Origin {
        @Override
        public String text() {
            return "default";
        }
    }
}
