package vesper.records.store;

import java.util.List;

/**
 * All records as of one moment: each is in exactly one block or tail.
 *
 * @param lost descriptions of the parts of files whose records cannot be found
 * @param damaged descriptions of known blocks that were not readable when they were opened
 * @param blockBytes size of all block files
 */
record Snapshot(BlockList blocks, List<Tail> tails, List<String> lost, List<String> damaged, long blockBytes) {}
