/**
 * The recent history of the server: one sample per second for the last 15 minutes.
 *
 * <p>A separate thread ({@link Sampler}) takes a {@link MetricReading} of existing counters each second. The difference
 * between two readings is a {@link Sample}, which goes to the {@link SampleRing} and to the clients of {@link
 * LiveSamples}. Requests pay nothing for it.
 */
@NullMarked
package vesper.launcher.samples;

import org.jspecify.annotations.NullMarked;
