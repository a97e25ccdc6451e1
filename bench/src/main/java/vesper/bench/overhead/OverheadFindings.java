package vesper.bench.overhead;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The findings of the experiment besides the recorded runs, collected while it runs; may be incomplete when it ends.
 */
public final class OverheadFindings {
    private final Map<RecordingCase, Census> censuses = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, HeapUse> heaps = new EnumMap<>(RecordingCase.class);
    private final Map<RecordingCase, DiskUse> disks = new EnumMap<>(RecordingCase.class);
    private Optional<String> heapUnknownReason = Optional.empty();

    void addCensus(Census census) {
        censuses.merge(census.recording(), census, Census::plus);
    }

    void addHeap(RecordingCase recording, HeapUse use) {
        heaps.put(recording, use);
    }

    void setHeapUnknown(String reason) {
        heapUnknownReason = Optional.of(reason);
    }

    void addDisk(RecordingCase recording, DiskUse use) {
        disks.put(recording, use);
    }

    boolean isCounted() {
        return !censuses.isEmpty();
    }

    /** Returns the census of all requests that servers of this case have answered. */
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

    /** Returns the reason why heaps are unknown; empty if they are known. */
    Optional<String> heapUnknownReason() {
        return heapUnknownReason;
    }
}
