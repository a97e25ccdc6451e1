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
public record Arm(String name, List<Level> levels, ServerSpec subject, LoadSpec load, Schedule schedule) {
    /** A limit that is far above the duration of a counted run. */
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofHours(1);

    /** A placeholder address, to which no request is sent. */
    private static final URI ANYWHERE = URI.create("http://127.0.0.1:1/");

    public Arm {
        if (!name.matches("[^()/]+")) throw new IllegalArgumentException("gates could not name \"" + name + "\"");
        levels = List.copyOf(levels);
    }

    /** Creates an arm that has its runs in the rounds. */
    public Arm(String name, List<Level> levels, ServerSpec subject, LoadSpec load) {
        this(name, levels, subject, load, new Schedule.Rounds());
    }

    /** Returns whether the warm-up of one arm also serves the other. */
    public boolean isWarmedLike(Arm other) {
        return subject.equals(other.subject) && load.warmUpLoad().equals(other.load.warmUpLoad());
    }

    public Arm named(String value) {
        return new Arm(value, levels, subject, load, schedule);
    }

    /** Returns a copy with another server under the same load. */
    public Arm on(ServerSpec other) {
        return new Arm(name, levels, other, load, schedule);
    }

    /** Returns a copy that has its runs on another occasion. */
    public Arm at(Schedule value) {
        return new Arm(name, levels, subject, load, value);
    }

    /** Returns a copy with the same server under another load. */
    Arm withLoad(LoadSpec value) {
        return new Arm(name, levels, subject, value, schedule);
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
        return switch (schedule) {
            case Schedule.Rounds() -> load.plan(server, length);
            case Schedule.CountedRounds(var requests) ->
                load.plan(server, AS_LONG_AS_IT_TAKES).withRequests(requests);
            case Schedule.Sustained(var longer) -> load.plan(server, longer);
        };
    }
}
