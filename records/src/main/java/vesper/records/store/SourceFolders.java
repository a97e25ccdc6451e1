package vesper.records.store;

import java.util.List;
import java.util.OptionalLong;
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

    /** Where blocks of that number begin that are not deleted; empty where none of the journals has it. */
    OptionalLong from(int source) {
        return all.stream()
                .flatMap(folder -> folder.name().stream())
                .filter(name -> name.number() == source)
                .mapToLong(SourceName::from)
                .findFirst();
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
