package vesper.records.store;

import java.util.List;

/**
 * All records at one moment: each is in one of the blocks or in one of the tails.
 *
 * @param blockBytes what the files of blocks take
 */
record Snapshot(BlockList blocks, List<Tail> tails, long blockBytes) {}
