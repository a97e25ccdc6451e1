package vesper.records.store;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** All journals of a store while it is being opened. */
record SourceFolders(List<SourceFolder> all) {
    SourceFolders {
        all = List.copyOf(all);
    }

    /** Returns the numbers by which blocks identify these journals. */
    IntStream numbers() {
        return all.stream().flatMapToInt(folder -> folder.number().stream());
    }

    /**
     * Returns the position at which the undeleted blocks of a journal start, or empty if no journal has this number.
     */
    OptionalLong from(int source) {
        return all.stream()
                .flatMap(folder -> folder.name().stream())
                .filter(name -> name.number() == source)
                .mapToLong(SourceName::from)
                .findFirst();
    }

    /**
     * Checks whether blocks can be rebuilt from a journal.
     *
     * @param from position at which their rows start
     * @param whole the intact blocks among them, whose rows must not be lost
     */
    boolean canMakeAnew(int source, long from, List<Frame> whole) {
        return all.stream()
                .filter(folder -> folder.canBeRead(source, from))
                .anyMatch(folder -> whole.stream().allMatch(frame -> folder.reaches(frame.to())));
    }
}
