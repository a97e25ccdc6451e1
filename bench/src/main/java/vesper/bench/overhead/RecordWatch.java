package vesper.bench.overhead;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.RequestCount;
import vesper.bench.instrument.RunObserver;
import vesper.bench.instrument.RunningServer;
import vesper.bench.instrument.Schedule;
import vesper.bench.process.JvmReading;

/**
 * Checks after each run and warm-up whether search finds as many records as requests were answered, and measures heap
 * and disk around a sustained run.
 */
public final class RecordWatch implements RunObserver {
    private final OverheadFindings findings;
    private final Map<Long, Long> recordsByPid = new HashMap<>();
    private Optional<JvmReading> before = Optional.empty();

    public RecordWatch(OverheadFindings findings) {
        this.findings = findings;
    }

    @Override
    public void before(Arm arm, RunningServer server) throws InterruptedException {
        if (isSustained(arm)) before = reading(server);
    }

    @Override
    public void after(Arm arm, RunningServer server, RequestCount requests) throws IOException, InterruptedException {
        RecordingCase recording = RecordingCase.of(arm);
        Optional<JvmReading> after = isSustained(arm) && before.isPresent() ? reading(server) : Optional.empty();
        Census census = new Census(recording, requests.answered(), RecordCounts.since(requests.since(), server));
        findings.addCensus(census);
        long records = recordsByPid.merge(server.pid(), census.records(), Long::sum);
        if (!isSustained(arm)) return;
        findings.addDisk(recording, DiskUse.of(server.data(), records));
        after.ifPresent(later ->
                findings.addHeap(recording, HeapUse.between(before.orElseThrow(), later, requests.answered())));
    }

    private static boolean isSustained(Arm arm) {
        return arm.schedule() instanceof Schedule.Sustained;
    }

    /** Reads the JVM. A failure is noted, since the experiment is useful without this. */
    private Optional<JvmReading> reading(RunningServer server) throws InterruptedException {
        try {
            return Optional.of(server.jvm());
        } catch (IOException failure) {
            findings.setHeapUnknown(failure.toString());
            return Optional.empty();
        }
    }
}
