package vesper.launcher;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The subcommands, in the order of the help. */
enum Subcommand {
    RUN(RunCommand::new),
    NEW(NewCommand::new),
    STATUS(StatusCommand::new),
    TEST(TestCommand::new),
    REHEARSE(RehearseCommand::new);

    private final Function<Surroundings, Object> maker;

    Subcommand(Function<Surroundings, Object> maker) {
        this.maker = maker;
    }

    static Optional<Subcommand> named(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }

    /** As it is typed. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    Object create(Surroundings surroundings) {
        return maker.apply(surroundings);
    }
}
