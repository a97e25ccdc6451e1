package vesper.bench.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.Redactor;

/** The data of an experiment, collected while it runs; may be incomplete when it ends. */
public final class ExperimentRecords {
    private final List<Arm> arms = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final List<WarmUpResult> warmUps = new ArrayList<>();
    private final List<RecordedRun> runs = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private Optional<String> abortReason = Optional.empty();

    public void plan(List<Arm> planned) {
        arms.addAll(planned);
    }

    /** Adds an arm, or something else, that is not available. */
    public void addUnavailable(Unavailable what) {
        unavailable.add(what);
    }

    /**
     * Removes a subject's arms together with their earlier runs. Otherwise they would be compared with arms that were
     * started more often.
     */
    void remove(ServerSpec subject, String why) {
        List<String> names = arms.stream()
                .filter(arm -> arm.subject().equals(subject))
                .map(Arm::name)
                .toList();
        arms.removeIf(arm -> names.contains(arm.name()));
        warmUps.removeIf(each -> names.contains(each.arm()));
        runs.removeIf(run -> names.contains(run.arm()));
        unavailable.add(new Unavailable(subject.name(), why, true));
    }

    public void addWarmUp(WarmUpResult how) {
        warmUps.add(how);
    }

    public void record(RecordedRun run) {
        runs.add(run);
    }

    /** Adds a remark about the course of the experiment, for readers of the report. */
    public void remark(String text) {
        remarks.add(text);
    }

    public void abort(String why) {
        abortReason = Optional.of(why);
    }

    /** Returns a copy whose texts are cleaned for a report. */
    public ExperimentRecords redacted(Redactor redactor) {
        var shared = new ExperimentRecords();
        arms.forEach(arm -> shared.arms.add(arm.on(arm.subject().redacted(redactor))));
        unavailable.forEach(each -> shared.unavailable.add(
                new Unavailable(redactor.redact(each.name()), redactor.redact(each.reason()), each.required())));
        shared.warmUps.addAll(warmUps);
        shared.runs.addAll(runs);
        remarks.forEach(text -> shared.remarks.add(redactor.redact(text)));
        shared.abortReason = abortReason.map(redactor::redact);
        return shared;
    }

    public List<Arm> arms() {
        return List.copyOf(arms);
    }

    public List<Unavailable> unavailable() {
        return List.copyOf(unavailable);
    }

    public List<WarmUpResult> warmUps() {
        return List.copyOf(warmUps);
    }

    public List<RecordedRun> runs() {
        return List.copyOf(runs);
    }

    public List<RecordedRun> runsOf(String arm) {
        return runs.stream().filter(run -> run.arm().equals(arm)).toList();
    }

    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** Returns whether there are runs of more than one start, so that differences between starts are known. */
    public boolean hasSeveralStarts() {
        return runs.stream().map(RecordedRun::start).distinct().count() > 1;
    }

    /** Returns the reason why the experiment ended early; empty if it is complete. */
    public Optional<String> abortReason() {
        return abortReason;
    }

    /** Returns whether every arm was warm after every start. */
    public boolean isStable() {
        return warmUps.stream().allMatch(WarmUpResult::isStable);
    }
}
