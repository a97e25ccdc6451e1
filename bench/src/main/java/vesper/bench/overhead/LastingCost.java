package vesper.bench.overhead;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What of one case lasts: a backlog after the sustained run, its heap, its records, and their room on disk.
 *
 * @param sustained empty where it did not come to it
 */
record LastingCost(
        RecordingCase recording,
        Optional<OverheadRun> sustained,
        Optional<HeapUse> heap,
        Optional<DiskUse> disk,
        Census census) {

    static LastingCost of(RecordingCase recording, OverheadFindings findings) {
        return new LastingCost(
                recording,
                findings.runs(Phase.SUSTAINED, recording).stream().findFirst(),
                findings.heapOf(recording),
                findings.diskOf(recording),
                findings.censusOf(recording));
    }

    static Stream<LastingCost> all(OverheadFindings findings) {
        return Stream.of(RecordingCase.values()).map(recording -> of(recording, findings));
    }

    /** NaN where nothing was sealed. */
    double bytesPerRecord() {
        return census.records() == 0
                ? Double.NaN
                : disk.map(use -> (double) use.sealedBytes() / census.records()).orElse(Double.NaN);
    }

    double allocatedPerRequest() {
        return heap.map(use -> perRequest(use.allAllocatedBytes())).orElse(Double.NaN);
    }

    /** By the threads that serve requests, so without what is allocated where records are sealed. */
    double allocatedServingPerRequest() {
        return heap.map(use -> perRequest(use.allocatedServingBytes())).orElse(Double.NaN);
    }

    /** NaN where nothing is known; 0 for a kind of threads that is not there. */
    double cpuPerRequest(String threads) {
        return heap.map(use -> perRequest(use.cpuMicros().getOrDefault(threads, 0L)))
                .orElse(Double.NaN);
    }

    /** @param figure of the whole sustained run */
    double perRequest(long figure) {
        return sustained
                .filter(run -> run.load().requests() > 0)
                .map(run -> (double) figure / run.load().requests())
                .orElse(Double.NaN);
    }
}
