package vesper.bench.instrument;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import vesper.bench.design.Level;
import vesper.bench.load.LoadPlan;

/**
 * A server that is driven in one way.
 *
 * @param name of its own within an experiment, as gates and tables have it: without parentheses and slashes
 * @param levels how the factors of the experiment stand in it
 */
public record Arm(String name, List<Level> levels, Subject subject, Drive drive, Occasion occasion) {
    /** Far longer than a counted run takes. */
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofHours(1);

    /** Nobody is asked there. */
    private static final URI ANYWHERE = URI.create("http://127.0.0.1:1/");

    public Arm {
        if (!name.matches("[^()/]+")) throw new IllegalArgumentException("gates could not name \"" + name + "\"");
        levels = List.copyOf(levels);
    }

    /** Of the rounds. */
    public Arm(String name, List<Level> levels, Subject subject, Drive drive) {
        this(name, levels, subject, drive, new Occasion.Rounds());
    }

    /** Whether what warms the one warms the other. */
    public boolean isWarmedLike(Arm other) {
        return subject.equals(other.subject) && drive.warming().equals(other.drive.warming());
    }

    public Arm named(String value) {
        return new Arm(value, levels, subject, drive, occasion);
    }

    /** Another server, driven alike. */
    public Arm on(Subject other) {
        return new Arm(name, levels, other, drive, occasion);
    }

    /** The same server, driven alike at another time. */
    public Arm at(Occasion value) {
        return new Arm(name, levels, subject, drive, value);
    }

    /** The same server, driven in another way. */
    Arm driven(Drive value) {
        return new Arm(name, levels, subject, value, occasion);
    }

    /**
     * Before anything is started.
     *
     * @param length of a run
     * @throws IllegalArgumentException where it could not be driven so
     */
    public void requireDrivable(Duration length) {
        plan(ANYWHERE, length);
    }

    /** @param length of a run, unless the occasion has its own */
    LoadPlan plan(URI server, Duration length) {
        return switch (occasion) {
            case Occasion.Rounds() -> drive.plan(server, length);
            case Occasion.CountedRounds(var requests) ->
                drive.plan(server, AS_LONG_AS_IT_TAKES).withRequests(requests);
            case Occasion.Sustained(var longer) -> drive.plan(server, longer);
        };
    }
}
