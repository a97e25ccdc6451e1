package vesper.bench.overhead;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.bench.Warmth;

/** What the experiment has gathered so far: filled while it runs, complete or not when it ends. */
final class OverheadFindings {
    private final Map<RecordingCase, Warmth> warmth = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, Census> censuses = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, HeapUse> heaps = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, DiskUse> disks = new EnumMap<>(RecordingCase.class);
    private final List<OverheadRun> runs = new ArrayList<>();
    private Optional<String> heapUnknown = Optional.empty();
    private Optional<String> brokenOff = Optional.empty();

    /** @param census of the requests that warmed it, which were recorded too */
    void warmed(RecordingCase recording, Warmth result, Census census) {
        warmth.put(recording, result);
        count(census);
    }

    void record(OverheadRun run) {
        runs.add(run);
        count(run.census());
    }

    void heap(RecordingCase recording, HeapUse use) {
        heaps.put(recording, use);
    }

    void heapUnknown(String why) {
        heapUnknown = Optional.of(why);
    }

    void disk(RecordingCase recording, DiskUse use) {
        disks.put(recording, use);
    }

    void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    /** In the order in which they were made. */
    List<OverheadRun> runs() {
        return List.copyOf(runs);
    }

    List<OverheadRun> runs(Phase phase, RecordingCase recording) {
        return runs.stream()
                .filter(run -> run.phase() == phase && run.recording() == recording)
                .toList();
    }

    boolean has(Phase phase) {
        return runs.stream().anyMatch(run -> run.phase() == phase);
    }

    Optional<Warmth> warmthOf(RecordingCase recording) {
        return Optional.ofNullable(warmth.get(recording));
    }

    /** Of everything that a server was ever asked for. */
    Census censusOf(RecordingCase recording) {
        return censuses.getOrDefault(recording, Census.none(recording));
    }

    Optional<HeapUse> heapOf(RecordingCase recording) {
        return Optional.ofNullable(heaps.get(recording));
    }

    Optional<DiskUse> diskOf(RecordingCase recording) {
        return Optional.ofNullable(disks.get(recording));
    }

    /** Why nothing is known of heaps. */
    Optional<String> heapUnknown() {
        return heapUnknown;
    }

    /** Why there is less than there should be. */
    Optional<String> brokenOff() {
        return brokenOff;
    }

    boolean isStable() {
        for (RecordingCase recording : RecordingCase.values()) {
            if (!warmthOf(recording).map(Warmth::stable).orElse(false)) return false;
        }
        return true;
    }

    long errors() {
        return runs.stream().mapToLong(run -> run.load().errorCount()).sum();
    }

    private void count(Census census) {
        censuses.merge(census.recording(), census, Census::plus);
    }
}
