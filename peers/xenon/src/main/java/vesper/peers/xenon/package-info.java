/**
 * VMware Xenon under the driver: a factory with stateful services in memory and one with durable ones, on a host of its
 * own; and one with replicated ones, on several hosts.
 *
 * <p>Start at {@link vesper.peers.xenon.XenonDriver}, then {@code XenonStore}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers.xenon;

import org.jspecify.annotations.NullMarked;
