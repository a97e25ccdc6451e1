package vesper.records.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Sealed blocks in the order in which they were sealed. Immutable: what was added to a list is not seen by who has the
 * one before. One thread adds.
 */
final class BlockList {
    static final BlockList EMPTY = new BlockList(new BlockRef[64], 0);

    /** Shared with the lists before and behind this one, which have other counts. */
    private final BlockRef[] refs;

    private final int count;

    private BlockList(BlockRef[] refs, int count) {
        this.refs = refs;
        this.count = count;
    }

    /** Called once for each list at most, since lists that grow from the same one would share its place. */
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

    /** Those that are chosen, in a list of its own. */
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
