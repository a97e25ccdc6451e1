package vesper.bench.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.SharedText;

/** The data of an experiment, collected while it runs; may be incomplete when it ends. */
public final class Records {
    private final List<Arm> arms = new ArrayList<>();
    private final List<Missing> missing = new ArrayList<>();
    private final List<Warmed> warmed = new ArrayList<>();
    private final List<Recorded> runs = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private Optional<String> brokenOff = Optional.empty();

    public void plan(List<Arm> planned) {
        arms.addAll(planned);
    }

    /** Adds an arm, or something else, that is not available. */
    public void miss(Missing what) {
        missing.add(what);
    }

    /**
     * Removes a subject's arms together with their earlier runs. Otherwise they would be compared with arms that were
     * started more often.
     */
    void leaveOut(Subject subject, String why) {
        List<String> names = arms.stream()
                .filter(arm -> arm.subject().equals(subject))
                .map(Arm::name)
                .toList();
        arms.removeIf(arm -> names.contains(arm.name()));
        warmed.removeIf(each -> names.contains(each.arm()));
        runs.removeIf(run -> names.contains(run.arm()));
        missing.add(new Missing(subject.name(), why, true));
    }

    public void warmed(Warmed how) {
        warmed.add(how);
    }

    public void record(Recorded run) {
        runs.add(run);
    }

    /** Adds a remark about the course of the experiment, for readers of the report. */
    public void remark(String text) {
        remarks.add(text);
    }

    public void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    /** Returns a copy whose texts are cleaned for a report. */
    public Records shared(SharedText how) {
        var shared = new Records();
        arms.forEach(arm -> shared.arms.add(arm.on(arm.subject().shared(how))));
        missing.forEach(
                each -> shared.missing.add(new Missing(how.of(each.what()), how.of(each.why()), each.failed())));
        shared.warmed.addAll(warmed);
        shared.runs.addAll(runs);
        remarks.forEach(text -> shared.remarks.add(how.of(text)));
        shared.brokenOff = brokenOff.map(how::of);
        return shared;
    }

    public List<Arm> arms() {
        return List.copyOf(arms);
    }

    public List<Missing> missing() {
        return List.copyOf(missing);
    }

    public List<Warmed> warmed() {
        return List.copyOf(warmed);
    }

    public List<Recorded> runs() {
        return List.copyOf(runs);
    }

    public List<Recorded> runsOf(String arm) {
        return runs.stream().filter(run -> run.arm().equals(arm)).toList();
    }

    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** Returns whether there are runs of more than one start, so that differences between starts are known. */
    public boolean hasSeveralStarts() {
        return runs.stream().map(Recorded::start).distinct().count() > 1;
    }

    /** Returns the reason why the experiment ended early; empty if it is complete. */
    public Optional<String> brokenOff() {
        return brokenOff;
    }

    /** Returns whether every arm was warm after every start. */
    public boolean isStable() {
        return warmed.stream().allMatch(Warmed::isStable);
    }
}
