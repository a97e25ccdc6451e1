/**
 * {@code /metrics}: what was counted of exchanges, by route, and how the JVM is, for Prometheus.
 *
 * <p>Each event loop counts for itself ({@link RequestMetrics}), so counting costs no lock and no shared cache line;
 * {@link MetricsPage} adds it all up when somebody asks. Names are those of OpenTelemetry's semantic conventions for
 * HTTP servers, as Prometheus writes them.
 */
@NullMarked
package vesper.launcher.metrics;

import org.jspecify.annotations.NullMarked;
