package vesper.launcher.logging;

/** The format of the log. */
public enum LogFormat {
    /** Lines for people. */
    TEXT {
        @Override
        void append(Logged logged, StringBuilder text) {
            LogLine.append(logged, text);
        }

        @Override
        void appendLost(StringBuilder text, long events) {
            LogLine.appendLost(text, events);
        }
    },
    /** One JSON object for each event, on one line. */
    JSON {
        @Override
        void append(Logged logged, StringBuilder text) {
            JsonLine.append(logged, text);
        }

        @Override
        void appendLost(StringBuilder text, long events) {
            JsonLine.appendLost(text, events);
        }
    };

    /** Appends an event and a line break. */
    abstract void append(Logged logged, StringBuilder text);

    /** Appends a line that stands for dropped events. */
    abstract void appendLost(StringBuilder text, long events);
}
