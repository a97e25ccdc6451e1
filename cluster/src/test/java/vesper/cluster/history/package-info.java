/**
 * Tests of a whole cluster under failures.
 *
 * <p>Nodes run in processes of their own; servers, nodes and links fail at random. Clients record the answers that they
 * receive, and the tests check whether these are consistent.
 *
 * <p>Start at {@link vesper.cluster.history.ClusterHistoryTest}.
 */
package vesper.cluster.history;
