package vesper.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an experiment has gathered so far: filled while it runs, complete or not when it ends. */
final class Findings {
    private final List<Arm> arms = new ArrayList<>();
    private final Map<String, Warmth> warmth = new LinkedHashMap<>();
    private final Map<String, Long> startMillis = new LinkedHashMap<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<RecordedRun> runs = new ArrayList<>();
    private Optional<String> brokenOff = Optional.empty();

    void started(Arm arm, Optional<Long> millis) {
        arms.add(arm);
        millis.ifPresent(value -> startMillis.put(arm.name(), value));
    }

    void warmed(Arm arm, Warmth result) {
        warmth.put(arm.name(), result);
    }

    void leaveOut(LeftOut arm) {
        leftOut.add(arm);
    }

    void record(RecordedRun run) {
        runs.add(run);
    }

    void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    List<Arm> arms() {
        return List.copyOf(arms);
    }

    List<LeftOut> leftOut() {
        return List.copyOf(leftOut);
    }

    List<RecordedRun> runs() {
        return List.copyOf(runs);
    }

    Optional<Warmth> warmthOf(Arm arm) {
        return Optional.ofNullable(warmth.get(arm.name()));
    }

    Optional<Long> startMillisOf(Arm arm) {
        return Optional.ofNullable(startMillis.get(arm.name()));
    }

    /** Why there is less than there should be. */
    Optional<String> brokenOff() {
        return brokenOff;
    }

    /** Whether every arm that was started was also found to be warm. */
    boolean isStable() {
        return arms.stream().allMatch(arm -> warmthOf(arm).map(Warmth::stable).orElse(false));
    }
}
