/**
 * {@code /metrics}: counts of exchanges by route, and the state of the JVM, for Prometheus.
 *
 * <p>Each event loop counts separately ({@link RequestMetrics}), so counting needs no lock and no shared cache line.
 * {@link MetricsPage} adds the counts up on request. Names follow the semantic conventions of OpenTelemetry for HTTP
 * servers, as Prometheus writes them.
 */
@NullMarked
package vesper.launcher.metrics;

import org.jspecify.annotations.NullMarked;
