/**
 * VMware Xenon under the driver. A single host has a factory for stateful services in memory and one for durable
 * services; several hosts have a factory for replicated services.
 *
 * <p>Start at {@link vesper.peers.xenon.XenonDriver}, then {@code XenonStore}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers.xenon;

import org.jspecify.annotations.NullMarked;
