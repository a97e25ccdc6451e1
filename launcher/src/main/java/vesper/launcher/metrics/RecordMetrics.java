package vesper.launcher.metrics;

import static vesper.launcher.metrics.OneFigure.counter;
import static vesper.launcher.metrics.OneFigure.gauge;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import vesper.records.admin.Records;
import vesper.records.store.StoreStatus;
import vesper.records.watching.WatchCounts;

/** Metrics of Monitor and Tracker: what they store, and how far sealing is behind. */
public final class RecordMetrics {
    private static final double MILLIS_PER_SECOND = 1000;

    private final Records records;

    public RecordMetrics(Records records) {
        this.records = records;
    }

    public List<MetricSnapshot> snapshots() {
        StoreStatus status = records.status();
        WatchCounts callbacks = records.callbacks();
        return List.of(
                gauge("vesper_records_pending", "Records that sealing has not taken up yet.", status.pending()),
                gauge(
                        "vesper_records_lag_seconds",
                        "No record that waits is older.",
                        status.lagMillis() / MILLIS_PER_SECOND),
                gauge("vesper_records_journal_bytes", "What the journals hold.", status.journalBytes()),
                gauge("vesper_records_block_bytes", "What the sealed blocks hold.", status.blockBytes()),
                counter("vesper_records_kept", "Exchanges that were recorded.", records.kept()),
                counter(
                        "vesper_records_lost",
                        "Exchanges that a rule wanted and that could not be recorded.",
                        records.lost()),
                counter("vesper_callbacks_sent", "Callbacks and webhooks that were taken.", callbacks.sent()),
                counter(
                        "vesper_callbacks_failed",
                        "Callbacks and webhooks that were given up after the last attempt.",
                        callbacks.failed()),
                counter(
                        "vesper_callbacks_skipped",
                        "Callbacks and webhooks that were never tried, since too many waited.",
                        callbacks.skipped()));
    }
}
