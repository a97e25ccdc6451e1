package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Request;
import vesper.launcher.logging.LogLevels;
import vesper.launcher.steering.ChangeLog;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The loggers of this process and their levels. */
@RestController
@RequestMapping("/admin/loggers")
public final class LoggersController {
    private static final ProblemType UNPROCESSABLE = ProblemType.ofStatus(422);
    private static final String INHERITED = "inherited";

    private final ChangeLog changes;

    public LoggersController(ChangeLog changes) {
        this.changes = changes;
    }

    @GetMapping(produces = "application/json")
    @Described("The loggers that code has asked for so far, and those above them.")
    public Listed all() {
        return new Listed(LogLevels.all().stream().map(Item::of).toList());
    }

    @PutMapping(path = "/{name}", consumes = "application/json", produces = "application/json")
    @Described("""
            Sets from which level on a logger logs, and those below it that are set to none, until the server stops.
            @param name of the logger, ROOT for the one above all
            Example: vesper.http
            @return As it is now""")
    @AlsoAnswers(status = 404, when = "Nobody has asked for such a logger")
    @AlsoAnswers(status = 422, when = "There is no such level")
    public Item change(@PathVariable("name") String name, @RequestBody Wanted wanted, Request request) {
        LogLevels.Named before = LogLevels.find(name)
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .because("Nobody has asked for a logger " + name + " yet.")
                        .exception());
        Optional<String> level = wanted.level().map(text -> text.toUpperCase(Locale.ROOT));
        if (level.isEmpty() && name.equals(LogLevels.ROOT)) throw noLevel("the root has no logger above it");
        if (level.isPresent() && !LogLevels.ALL.contains(level.get()))
            throw noLevel("expected null or one of " + String.join(", ", LogLevels.ALL));
        LogLevels.Named now = LogLevels.set(name, level);
        changes.add(
                Who.of(request),
                "logger:" + name,
                before.set().orElse(INHERITED),
                now.set().orElse(INHERITED));
        return Item.of(now);
    }

    private static ProblemException noLevel(String why) {
        return UNPROCESSABLE
                .because("A logger cannot have this level: " + why)
                .withErrors(List.of(new Problem.BadValue("#/level", why)))
                .exception();
    }

    @Described("""
            The level that a logger should have.
            @param level OFF, ERROR, WARN, INFO, DEBUG or TRACE; null for that of the logger above""")
    public record Wanted(Optional<String> level) {}

    @Described("""
            A logger.
            @param name of the class or package that logs by it
            @param level that it was set to itself
            @param effectiveLevel the one that holds""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(String name, Optional<String> level, String effectiveLevel) {
        static Item of(LogLevels.Named logger) {
            return new Item(logger.name(), logger.set(), logger.effective());
        }
    }

    @Described("""
            The loggers.
            @param items by name, ROOT first""")
    public record Listed(List<Item> items) {}
}
