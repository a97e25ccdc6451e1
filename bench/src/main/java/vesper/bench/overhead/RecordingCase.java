package vesper.bench.overhead;

import java.util.List;
import java.util.stream.Stream;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;

/** The features that are switched on in a server. The rules are present in every case. */
public enum RecordingCase {
    BOTH_ON("both-on", true, true),
    MONITOR_ON("monitor-on", true, false),
    TRACKER_ON("tracker-on", false, true),
    BOTH_OFF("off", false, false);

    /** Name of the arm that repeats {@link #BOTH_OFF}. */
    public static final String OFF_AGAIN = "off-again";

    /** Suffix in the names of arms that ab drives. */
    public static final String BY_AB = " by ab";

    /** Suffix in the names of arms with a sustained run, long enough for a backlog to show. */
    public static final String SUSTAINED = " sustained";

    private final String arm;
    private final boolean monitor;
    private final boolean tracker;

    RecordingCase(String arm, boolean monitor, boolean tracker) {
        this.arm = arm;
        this.monitor = monitor;
        this.tracker = tracker;
    }

    /** Returns the case of an arm of the experiment. */
    static RecordingCase of(Arm arm) {
        return Stream.of(values())
                .filter(each -> each.levels().equals(arm.levels()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the names of all possible arms. */
    public static List<String> arms() {
        return Stream.of(
                        Stream.of(values()).map(RecordingCase::arm),
                        Stream.of(OFF_AGAIN),
                        Stream.of(values()).map(RecordingCase::byAb),
                        Stream.of(values()).map(RecordingCase::sustained))
                .flatMap(names -> names)
                .toList();
    }

    /** Returns the name of its arm in the rounds, by which the bars are judged. */
    public String arm() {
        return arm;
    }

    String byAb() {
        return arm + BY_AB;
    }

    String sustained() {
        return arm + SUSTAINED;
    }

    public boolean monitor() {
        return monitor;
    }

    public boolean tracker() {
        return tracker;
    }

    public List<Level> levels() {
        return List.of(new Level("monitor", monitor ? "on" : "off"), new Level("tracker", tracker ? "on" : "off"));
    }
}
