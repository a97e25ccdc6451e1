package vesper.launcher;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The subcommands, in the order in which the help lists them. */
enum Subcommand {
    RUN,
    NEW,
    STATUS,
    USER,
    KEY,
    ACCESS,
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
    Object create(CommandContext context) {
        return switch (this) {
            case RUN -> new RunCommand(context);
            case NEW -> new NewCommand(context);
            case STATUS -> new StatusCommand(context);
            case USER -> new UserCommand(context);
            case KEY -> new KeyCommand(context);
            case ACCESS -> new AccessCommand(context);
            case RECORDS -> new RecordsCommand(context);
            case BENCH -> new BenchCommand(context);
            case LOAD -> new LoadCommand(context);
            case CLUSTER -> new ClusterCommand(context);
            case TEST -> new TestCommand(context);
            case REHEARSE -> new RehearseCommand(context);
        };
    }
}
