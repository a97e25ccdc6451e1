/**
 * Nodes as processes of their own, servers and links that fail, and whether what clients were told fits together. Start at
 * {@link vesper.cluster.history.ClusterHistoryTest}.
 */
package vesper.cluster.history;
