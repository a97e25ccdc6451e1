package vesper.records.store;

import java.util.List;

/**
 * All records at one moment: each is in one of the blocks or in one of the tails.
 *
 * @param lost what of the files is in no block that can be found, for people
 * @param damaged what of the blocks that are found cannot be read, as it was when they were taken up, for people
 * @param blockBytes what the files of blocks take
 */
record Snapshot(BlockList blocks, List<Tail> tails, List<String> lost, List<String> damaged, long blockBytes) {}
