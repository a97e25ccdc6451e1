package vesper.launcher.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;

/** Creates metrics that consist of one number without labels. */
final class SingleMetric {
    private SingleMetric() {}

    static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .value(value)
                        .build())
                .build();
    }

    static GaugeSnapshot gauge(String name, String help, long value) {
        return gauge(name, help, (double) value);
    }

    static CounterSnapshot counter(String name, String help, long value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .value((double) value)
                        .build())
                .build();
    }
}
