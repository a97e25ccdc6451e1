package vesper.launcher.metrics;

import static vesper.launcher.metrics.SingleMetric.counter;
import static vesper.launcher.metrics.SingleMetric.gauge;

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
                gauge("vesper_records_pending", "Records that are not sealed yet.", status.pending()),
                gauge(
                        "vesper_records_lag_seconds",
                        "Age of the oldest record that is not sealed yet.",
                        status.lagMillis() / MILLIS_PER_SECOND),
                gauge("vesper_records_journal_bytes", "Size of the journals.", status.journalBytes()),
                gauge("vesper_records_block_bytes", "Size of the sealed blocks.", status.blockBytes()),
                counter("vesper_records_kept", "Recorded exchanges.", records.kept()),
                counter(
                        "vesper_records_lost",
                        "Exchanges that matched a rule but could not be recorded.",
                        records.lost()),
                counter("vesper_callbacks_sent", "Callbacks and webhooks that were delivered.", callbacks.sent()),
                counter(
                        "vesper_callbacks_failed",
                        "Callbacks and webhooks that failed in every attempt.",
                        callbacks.failed()),
                counter(
                        "vesper_callbacks_skipped",
                        "Callbacks and webhooks that were dropped because the queue was full.",
                        callbacks.skipped()));
    }
}
