package vesper.launcher.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import vesper.http.Handler;
import vesper.http.OverloadReason;
import vesper.http.Request;
import vesper.http.Response;

/**
 * Responds with all metrics, in the text format of Prometheus or, if the client accepts it, of OpenMetrics. Loads the
 * classes for JVM metrics with the first request.
 */
public final class MetricsPage implements Handler {
    private final RequestMetrics requests;
    private final LongSupplier activeRequests;
    private final LongSupplier connections;
    private final ToLongFunction<OverloadReason> refused;
    private final Supplier<List<MetricSnapshot>> others;
    private final String version;
    private @Nullable PrometheusRegistry jvm;
    private @Nullable ExpositionFormats formats;

    /**
     * @param activeRequests requests in flight
     * @param connections number of open connections
     * @param refused number of requests rejected because of overload
     * @param others metrics that do not concern requests
     * @param version of Vesper, for people
     */
    public MetricsPage(
            RequestMetrics requests,
            LongSupplier activeRequests,
            LongSupplier connections,
            ToLongFunction<OverloadReason> refused,
            Supplier<List<MetricSnapshot>> others,
            String version) {
        this.requests = requests;
        this.activeRequests = activeRequests;
        this.connections = connections;
        this.refused = refused;
        this.others = others;
        this.version = version;
    }

    @Override
    public Response handle(Request request) throws IOException {
        ExpositionFormatWriter writer =
                formats().findWriter(request.headers().first("Accept").orElse(null));
        ByteArrayOutputStream text = new ByteArrayOutputStream(32 << 10);
        writer.write(text, snapshots());
        return Response.of(200)
                .header("Content-Type", writer.getContentType())
                .header("Cache-Control", "no-store")
                .body(text.toByteArray());
    }

    private MetricSnapshots snapshots() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        for (MetricSnapshot one : jvm().scrape()) all.metricSnapshot(one);
        requests.snapshots().forEach(all::metricSnapshot);
        all.metricSnapshot(
                SingleMetric.gauge("http_server_active_requests", "Requests in flight.", activeRequests.getAsLong()));
        all.metricSnapshot(SingleMetric.gauge("http_server_connections", "Open connections.", connections.getAsLong()));
        all.metricSnapshot(refusedRequests());
        others.get().forEach(all::metricSnapshot);
        all.metricSnapshot(InfoSnapshot.builder()
                .name("vesper_build")
                .help("The running version.")
                .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                        .labels(Labels.of("version", version))
                        .build())
                .build());
        return all.build();
    }

    private CounterSnapshot refusedRequests() {
        var all = CounterSnapshot.builder()
                .name("vesper_refused_requests")
                .help("Requests rejected with 503 because of overload.");
        for (OverloadReason reason : OverloadReason.values()) {
            all.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(Labels.of("reason", reason.name().toLowerCase(Locale.ROOT)))
                    .value((double) refused.applyAsLong(reason))
                    .build());
        }
        return all.build();
    }

    private synchronized PrometheusRegistry jvm() {
        PrometheusRegistry known = jvm;
        if (known == null) {
            jvm = known = new PrometheusRegistry();
            JvmMetrics.builder().register(known);
        }
        return known;
    }

    private synchronized ExpositionFormats formats() {
        ExpositionFormats known = formats;
        if (known == null) formats = known = ExpositionFormats.init();
        return known;
    }
}
