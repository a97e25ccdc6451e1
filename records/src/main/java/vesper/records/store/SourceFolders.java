package vesper.records.store;

import java.util.List;
import java.util.stream.IntStream;

/** All journals of a store, while it is being opened. */
record SourceFolders(List<SourceFolder> all) {
    SourceFolders {
        all = List.copyOf(all);
    }

    /** The numbers that they have. */
    IntStream numbers() {
        return all.stream().flatMapToInt(folder -> folder.number().stream());
    }

    /**
     * Whether blocks can be made anew.
     *
     * @param from where their rows begin
     * @param whole those of them of which nothing is wrong, so that nothing may be lost either
     */
    boolean canMakeAnew(int source, long from, List<Frame> whole) {
        return all.stream()
                .filter(folder -> folder.canBeRead(source, from))
                .anyMatch(folder -> whole.stream().allMatch(frame -> folder.reaches(frame.to())));
    }
}
