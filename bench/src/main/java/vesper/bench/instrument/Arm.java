package vesper.bench.instrument;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import vesper.bench.design.Level;
import vesper.bench.load.LoadPlan;

/**
 * A server together with the load that drives it.
 *
 * @param name unique within an experiment, for gates and tables: without parentheses and slashes
 * @param levels levels of the experiment's factors
 */
public record Arm(String name, List<Level> levels, Subject subject, Drive drive, Occasion occasion) {
    /** A limit that is far above the duration of a counted run. */
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofHours(1);

    /** A placeholder address, to which no request is sent. */
    private static final URI ANYWHERE = URI.create("http://127.0.0.1:1/");

    public Arm {
        if (!name.matches("[^()/]+")) throw new IllegalArgumentException("gates could not name \"" + name + "\"");
        levels = List.copyOf(levels);
    }

    /** Creates an arm that has its runs in the rounds. */
    public Arm(String name, List<Level> levels, Subject subject, Drive drive) {
        this(name, levels, subject, drive, new Occasion.Rounds());
    }

    /** Returns whether the warm-up of one arm also serves the other. */
    public boolean isWarmedLike(Arm other) {
        return subject.equals(other.subject) && drive.warming().equals(other.drive.warming());
    }

    public Arm named(String value) {
        return new Arm(value, levels, subject, drive, occasion);
    }

    /** Returns a copy with another server under the same load. */
    public Arm on(Subject other) {
        return new Arm(name, levels, other, drive, occasion);
    }

    /** Returns a copy that has its runs on another occasion. */
    public Arm at(Occasion value) {
        return new Arm(name, levels, subject, drive, value);
    }

    /** Returns a copy with the same server under another load. */
    Arm driven(Drive value) {
        return new Arm(name, levels, subject, value, occasion);
    }

    /**
     * Checks the load before anything is started.
     *
     * @param length duration of a run
     * @throws IllegalArgumentException if the load is invalid
     */
    public void requireDrivable(Duration length) {
        plan(ANYWHERE, length);
    }

    /** @param length duration of a run, unless the occasion has its own */
    LoadPlan plan(URI server, Duration length) {
        return switch (occasion) {
            case Occasion.Rounds() -> drive.plan(server, length);
            case Occasion.CountedRounds(var requests) ->
                drive.plan(server, AS_LONG_AS_IT_TAKES).withRequests(requests);
            case Occasion.Sustained(var longer) -> drive.plan(server, longer);
        };
    }
}
