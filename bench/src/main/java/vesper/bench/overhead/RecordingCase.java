package vesper.bench.overhead;

import java.util.List;
import java.util.stream.Stream;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;

/** What is switched on in a server; the rules are there in every case. */
public enum RecordingCase {
    BOTH_ON("both-on", true, true),
    MONITOR_ON("monitor-on", true, false),
    TRACKER_ON("tracker-on", false, true),
    BOTH_OFF("off", false, false);

    /** The arm that is {@link #BOTH_OFF} once more. */
    public static final String OFF_AGAIN = "off-again";

    /** What is behind the name of an arm that ab drives. */
    public static final String BY_AB = " by ab";

    /** The same of one that is driven for as long as it takes for a backlog to show. */
    public static final String SUSTAINED = " sustained";

    private final String arm;
    private final boolean monitor;
    private final boolean tracker;

    RecordingCase(String arm, boolean monitor, boolean tracker) {
        this.arm = arm;
        this.monitor = monitor;
        this.tracker = tracker;
    }

    /** That of an arm of the experiment. */
    static RecordingCase of(Arm arm) {
        return Stream.of(values())
                .filter(each -> each.levels().equals(arm.levels()))
                .findFirst()
                .orElseThrow();
    }

    /** Of all arms that there may be. */
    public static List<String> arms() {
        return Stream.of(
                        Stream.of(values()).map(RecordingCase::arm),
                        Stream.of(OFF_AGAIN),
                        Stream.of(values()).map(RecordingCase::byAb),
                        Stream.of(values()).map(RecordingCase::sustained))
                .flatMap(names -> names)
                .toList();
    }

    /** Its arm of the rounds, by which the bars are judged. */
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
