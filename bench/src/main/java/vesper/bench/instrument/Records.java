package vesper.bench.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.SharedText;

/** What an experiment has gathered so far: filled while it runs, complete or not when it ends. */
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

    /** An arm, or something else, that is not there. */
    public void miss(Missing what) {
        missing.add(what);
    }

    /** With what was recorded of it before: it would stand beside others that were started more often. */
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

    /** What a reader has to know of how it went. */
    public void remark(String text) {
        remarks.add(text);
    }

    public void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    /** The same, for a report: texts are as that may hold them. */
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

    /** Whether there are runs of more than one, so that something is known of how starts differ. */
    public boolean hasSeveralStarts() {
        return runs.stream().map(Recorded::start).distinct().count() > 1;
    }

    /** Why there is less than there should be. */
    public Optional<String> brokenOff() {
        return brokenOff;
    }

    /** Whether every arm was warm after every start. */
    public boolean isStable() {
        return warmed.stream().allMatch(Warmed::isStable);
    }
}
