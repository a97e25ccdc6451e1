package vesper.bench.overhead;

import java.util.Locale;

/** What is switched on in a server; the rules are there in every case. */
enum RecordingCase {
    BOTH_ON("both on", true, true),
    MONITOR_ON("Monitor on", true, false),
    TRACKER_ON("Tracker on", false, true),
    BOTH_OFF("both off", false, false);

    private final String label;
    private final boolean monitor;
    private final boolean tracker;

    RecordingCase(String label, boolean monitor, boolean tracker) {
        this.label = label;
        this.monitor = monitor;
        this.tracker = tracker;
    }

    String label() {
        return label;
    }

    /** In file names, JSON and CSV. */
    String slug() {
        return label.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** In gates. */
    String arm() {
        return records() ? slug() : "off";
    }

    boolean monitor() {
        return monitor;
    }

    boolean tracker() {
        return tracker;
    }

    boolean records() {
        return monitor || tracker;
    }
}
