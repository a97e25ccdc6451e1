/**
 * How the server was, second by second, for as long as an operator looks back at: 15 minutes.
 *
 * <p>A thread of its own ({@link Sampler}) takes a {@link Reading} each second, of what is counted anyway; the difference
 * of two is a {@link Sample}, which goes into {@link SampleRing} and to whoever follows ({@link LiveSamples}). Requests
 * pay nothing for it.
 */
@NullMarked
package vesper.launcher.samples;

import org.jspecify.annotations.NullMarked;
