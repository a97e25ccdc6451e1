/**
 * NATS servers on this machine, for trying out a cluster and for tests.
 *
 * <p>{@link vesper.cluster.servers.NatsProgram} finds or fetches the server program, and
 * {@link vesper.cluster.servers.NatsServers} runs several of them as a cluster on the loopback interface.
 */
@NullMarked
package vesper.cluster.servers;

import org.jspecify.annotations.NullMarked;
