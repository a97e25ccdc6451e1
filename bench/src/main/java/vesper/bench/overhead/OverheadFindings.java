package vesper.bench.overhead;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the experiment finds beside the runs that are recorded: filled while it runs, complete or not when it ends. */
public final class OverheadFindings {
    private final Map<RecordingCase, Census> censuses = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, HeapUse> heaps = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, DiskUse> disks = new EnumMap<>(RecordingCase.class);
    private Optional<String> heapUnknown = Optional.empty();

    void count(Census census) {
        censuses.merge(census.recording(), census, Census::plus);
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

    boolean isCounted() {
        return !censuses.isEmpty();
    }

    /** Of everything that its servers were ever asked for. */
    Census censusOf(RecordingCase recording) {
        return censuses.getOrDefault(recording, Census.none(recording));
    }

    Stream<Census> censuses() {
        return Stream.of(RecordingCase.values()).map(this::censusOf);
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
}
