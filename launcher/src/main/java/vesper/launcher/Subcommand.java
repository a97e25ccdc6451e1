package vesper.launcher;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The subcommands, in the order in which the help lists them. */
enum Subcommand {
    RUN,
    NEW,
    STATUS,
    RECORDS,
    BENCH,
    LOAD,
    CLUSTER,
    TEST,
    REHEARSE;

    static Optional<Subcommand> named(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }

    /** Returns the name that the user types. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Creates the object whose annotations picocli reads. */
    Object create(Surroundings surroundings) {
        return switch (this) {
            case RUN -> new RunCommand(surroundings);
            case NEW -> new NewCommand(surroundings);
            case STATUS -> new StatusCommand(surroundings);
            case RECORDS -> new RecordsCommand(surroundings);
            case BENCH -> new BenchCommand(surroundings);
            case LOAD -> new LoadCommand(surroundings);
            case CLUSTER -> new ClusterCommand(surroundings);
            case TEST -> new TestCommand(surroundings);
            case REHEARSE -> new RehearseCommand(surroundings);
        };
    }
}
