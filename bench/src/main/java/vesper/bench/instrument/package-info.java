/**
 * What every experiment has in common: servers are started as processes of their own, driven until they are warm, and
 * recorded in turns, each alone on the machine: what one has left to do when its load ends is waited for. Knows nothing of what is concluded from it.
 *
 * <p>Start at {@link vesper.bench.instrument.Instrument}.
 */
@NullMarked
package vesper.bench.instrument;

import org.jspecify.annotations.NullMarked;
