package vesper.bench.instrument;

import java.util.List;
import vesper.bench.design.Level;

/**
 * A server that is driven in one way.
 *
 * @param name of its own within an experiment, as gates and tables have it: without parentheses and slashes
 * @param levels how the factors of the experiment stand in it
 */
public record Arm(String name, List<Level> levels, Subject subject, Drive drive) {
    public Arm {
        if (!name.matches("[^()/]+")) throw new IllegalArgumentException("gates could not name \"" + name + "\"");
        levels = List.copyOf(levels);
    }

    /** Whether what warms the one warms the other. */
    public boolean isWarmedLike(Arm other) {
        return subject.equals(other.subject) && drive.warming().equals(other.drive.warming());
    }

    public Arm named(String value) {
        return new Arm(value, levels, subject, drive);
    }
}
