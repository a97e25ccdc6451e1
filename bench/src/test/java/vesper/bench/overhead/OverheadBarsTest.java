package vesper.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.BarVerdict;
import vesper.bench.report.JsonEncoder;
import vesper.bench.results.ExtraResults;
import vesper.bench.results.RecordsBuilder;
import vesper.bench.results.Section;
import vesper.bench.statistics.Spread;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OverheadBarsTest {
    private static final String MISSING = "records missing";
    private static final String INVENTED = "records without an answered request";

    private final RecordsBuilder records = new RecordsBuilder();
    private final OverheadFindings findings = new OverheadFindings();

    @Test
    void bars_are_judged_by_the_rounds_and_by_what_was_found() {
        threeGoodRounds();
        assertThat(bars())
                .hasSize(8)
                .allSatisfy(bar ->
                        assertThat(bar.verdict()).describedAs(bar.description()).isEqualTo("met"));
        assertThat(bar("CPU per request until drained, both on vs. both off")
                        .figure()
                        .median())
                .isCloseTo(1.2, within(1e-3));
        assertThat(bar("bytes on disk per record, both on").figure().median()).isEqualTo(100);
    }

    @Test
    void cpu_is_judged_until_what_was_recorded_is_sealed() {
        for (int round = 1; round <= 3; round++) {
            records.drainedRun(round, "both-on", 100_000, 5, 7).drainedRun(round, "off", 100_000, 5, 5);
        }
        assertThat(bar("CPU per request until drained, both on vs. both off").verdict())
                .isEqualTo("missed");
        assertThat(bar("requests/s, both on vs. both off").verdict()).isEqualTo("met");
    }

    @Test
    void requests_are_judged_while_records_are_sealed_too() {
        threeGoodRounds();
        assertThat(bar("requests/s, both on vs. both off, sustained").figure().median())
                .isEqualTo(1);
        records.drainedRun(2, "both-on sustained", 600, 5, 5).drainedRun(2, "off sustained", 1000, 5, 5);
        records.drainedRun(3, "both-on sustained", 600, 5, 5).drainedRun(3, "off sustained", 1000, 5, 5);
        assertThat(bar("requests/s, both on vs. both off, sustained").verdict()).isEqualTo("missed");
        assertThat(bar("requests/s, both on vs. both off").verdict()).isEqualTo("met");
    }

    @Test
    void what_was_not_measured_is_neither_met_nor_missed() {
        assertThat(bars())
                .hasSize(8)
                .allSatisfy(bar -> assertThat(bar.verdict()).isEqualTo("not measured"));
    }

    @Test
    void what_a_switch_gains_stands_beside_what_it_gains_others() {
        records.drainedRun(1, "both-on", 80_000, 6, 7).drainedRun(1, "monitor-on", 100_000, 6, 7);
        Gain tracker = Gain.of(records.records).get(1);
        assertThat(tracker.description()).isEqualTo("Tracker off");
        assertThat(tracker.own().median()).isCloseTo(25, within(1e-9));
        assertThat(tracker.ab()).isEqualTo(Spread.NONE);
        assertThat(tracker.published()).extracting(PublishedGain::percent).containsExactly(91.89, 32.47);
        assertThat(section("Switched off").rows().get(1))
                .containsExactly("Tracker off", "25.0 % (25.0 to 25.0)", "–", "91.89 %", "32.47 %");
    }

    @Test
    void a_record_that_one_of_both_does_not_find_is_missing() {
        threeGoodRounds();
        findings.addCensus(new Census(RecordingCase.BOTH_ON, 1000, 1000, 999));
        assertThat(bar(MISSING).figure().median()).isEqualTo(1);
        assertThat(bar(MISSING).verdict()).isEqualTo("missed");
        assertThat(bar(INVENTED).verdict()).isEqualTo("met");
    }

    @Test
    void a_record_is_invented_where_nothing_was_answered_or_nothing_is_on() {
        assertThat(new Census(RecordingCase.MONITOR_ON, 5, 6, 0)).satisfies(census -> {
            assertThat(census.missing()).isZero();
            assertThat(census.unexpected()).isEqualTo(1);
        });
        assertThat(new Census(RecordingCase.BOTH_OFF, 5, 0, 2).unexpected()).isEqualTo(2);
        assertThat(new Census(RecordingCase.TRACKER_ON, 5, 0, 4).missing()).isEqualTo(1);
    }

    @Test
    void a_record_lost_in_one_run_is_not_made_up_for_by_one_too_many_in_another() {
        findings.addCensus(new Census(RecordingCase.MONITOR_ON, 10, 9, 0));
        findings.addCensus(new Census(RecordingCase.MONITOR_ON, 10, 11, 0));
        assertThat(bar(MISSING).figure().median()).isEqualTo(1);
        assertThat(bar(INVENTED).figure().median()).isEqualTo(1);
    }

    @Test
    void tables_and_json_tell_the_same() {
        threeGoodRounds();
        assertThat(section("Compared with both off").rows())
                .anySatisfy(row -> assertThat(row)
                        .startsWith("both-on", "98,000")
                        .contains("0.98 (0.98–0.98)", "1.20 (1.20–1.20)"))
                .hasSize(8);
        assertThat(section("Sustained run").rows().getFirst())
                .containsExactly("both-on", "1,000", "7.00", "40.0", "250", "1,000", "900", "0", "200");
        assertThat(section("Threads").rows().stream().map(List::getFirst)).containsExactly("http-", "sealer");
        assertThat(section("Records of all requests").rows().getFirst())
                .containsExactly("both-on", "98,000", "98,000", "98,000", "0", "0", "100", "32.0");
        assertThat(JsonEncoder.encode(extraResults().json()))
                .contains("\"name\":\"both-on\"", "\"foundByTracker\":98000", "\"sealedBytesPerRecord\":100")
                .contains("\"allocatedBytesPerRequestByThread\":{\"http-\":900,\"sealer\":100}")
                .contains("{\"arm\":\"both-on sustained\",\"averageRequestsPerSecond\":1000,")
                .contains("\"published\":{\"Martini 1.0\":91.89,\"TORO Integrate 3.0\":32.47}");
    }

    @Test
    void why_nothing_is_known_of_heaps_is_said() {
        findings.setHeapUnknown("there is no jcmd");
        assertThat(extraResults().remarks()).containsExactly("Heap figures are unavailable: there is no jcmd");
    }

    /**
     * Records both on at 0.98 times the rate and 1.2 times the CPU of both off, all records found, and 100 bytes for
     * each.
     */
    private void threeGoodRounds() {
        for (RecordingCase recording : RecordingCase.values()) {
            boolean isOff = recording == RecordingCase.BOTH_OFF;
            long answered = isOff ? 100_000 : 98_000;
            for (int round = 1; round <= 3; round++) {
                records.drainedRun(round, recording.arm(), answered, 5, isOff ? 5 : 6);
            }
            findings.addCensus(new Census(
                    recording, answered, recording.monitor() ? answered : 0, recording.tracker() ? answered : 0));
            if (!isOff) findings.addDisk(recording, new DiskUse(answered, answered * 100, 1 << 25));
            records.drainedRun(1, recording.sustained(), 1000, 5, 5);
            findings.addHeap(
                    recording,
                    new HeapUse(
                            1000,
                            OptionalLong.of(1_000_000),
                            OptionalLong.of(900_000),
                            Map.of("http-", 900_000L, "sealer", 100_000L),
                            Map.of("http-", 4_000L, "sealer", 1_000L, "rare", 1L),
                            0));
        }
    }

    private List<BarVerdict> bars() {
        return OverheadBars.judge(records.records, findings);
    }

    private BarVerdict bar(String what) {
        return bars().stream()
                .collect(Collectors.toMap(BarVerdict::description, bar -> bar))
                .get(what);
    }

    private ExtraResults extraResults() {
        return OverheadResults.of(OverheadScale.QUICK, records.records, findings);
    }

    private Section section(String title) {
        return extraResults().sections().stream()
                .filter(section -> section.title().equals(title))
                .findFirst()
                .orElseThrow();
    }
}
