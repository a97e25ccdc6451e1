package vesper.records.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The sealed blocks in the order of sealing. Immutable: an addition creates a new list and does not change this one.
 * One thread adds.
 */
final class BlockList {
    static final BlockList EMPTY = new BlockList(new BlockRef[64], 0);

    /** Shared with the lists that this one was made from and that were made from it; their counts differ. */
    private final BlockRef[] refs;

    private final int count;

    private BlockList(BlockRef[] refs, int count) {
        this.refs = refs;
        this.count = count;
    }

    /**
     * Returns a list with one more block. Call it at most once for each list: two lists made from the same one would
     * share an array element.
     */
    BlockList plus(BlockRef ref) {
        BlockRef[] room = count == refs.length || this == EMPTY ? Arrays.copyOf(refs, 2 * refs.length) : refs;
        room[count] = ref;
        return new BlockList(room, count + 1);
    }

    BlockList without(BlockFile file) {
        return of(ref -> !ref.file().equals(file));
    }

    List<BlockRef> ofFile(BlockFile file) {
        return Arrays.stream(refs, 0, count)
                .filter(ref -> ref.file().equals(file))
                .toList();
    }

    /** Returns a separate list of the blocks that match. */
    BlockList of(Predicate<BlockRef> chosen) {
        BlockRef[] left = Arrays.stream(refs, 0, count).filter(chosen).toArray(BlockRef[]::new);
        return new BlockList(Arrays.copyOf(left, Math.max(64, 2 * left.length)), left.length);
    }

    int count() {
        return count;
    }

    BlockRef get(int index) {
        return refs[index];
    }
}
