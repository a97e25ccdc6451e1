/**
 * Vesper's own documents under the driver, in process: the collections that a service would have, and nothing around
 * them.
 *
 * <p>Start at {@link vesper.peers.vesper.VesperDriver}, then {@code VesperStore}.
 */
@NullMarked
package vesper.peers.vesper;

import org.jspecify.annotations.NullMarked;
