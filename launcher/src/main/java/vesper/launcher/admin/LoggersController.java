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
    @Described("The loggers that code has requested so far, and their parents.")
    public LoggerList all() {
        return new LoggerList(LogLevels.all().stream().map(LoggerItem::of).toList());
    }

    @PutMapping(path = "/{name}", consumes = "application/json", produces = "application/json")
    @Described("""
            Sets the level of a logger until the server stops. Loggers below it without a level of their own inherit it.
            @param name of the logger, ROOT for the one above all
            Example: vesper.http
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "No code has requested such a logger")
    @AlsoAnswers(status = 422, when = "The level is unknown")
    public LoggerItem change(@PathVariable("name") String name, @RequestBody LevelChange wanted, Request request) {
        LogLevels.Named before = LogLevels.find(name)
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .because("No code has requested a logger " + name + " yet.")
                        .exception());
        Optional<String> level = wanted.level().map(text -> text.toUpperCase(Locale.ROOT));
        if (level.isEmpty() && name.equals(LogLevels.ROOT)) throw noLevel("the root logger has no parent");
        if (level.isPresent() && !LogLevels.ALL.contains(level.get()))
            throw noLevel("expected null or one of " + String.join(", ", LogLevels.ALL));
        LogLevels.Named now = LogLevels.set(name, level);
        changes.add(
                Who.of(request),
                "logger:" + name,
                before.set().orElse(INHERITED),
                now.set().orElse(INHERITED));
        return LoggerItem.of(now);
    }

    private static ProblemException noLevel(String why) {
        return UNPROCESSABLE
                .because("The level is invalid: " + why)
                .withErrors(List.of(new Problem.BadValue("#/level", why)))
                .exception();
    }

    @Described("""
            A new level of a logger.
            @param level OFF, ERROR, WARN, INFO, DEBUG or TRACE; null to inherit that of the parent""")
    public record LevelChange(Optional<String> level) {}

    @Described("""
            A logger.
            @param name of the class or package that uses it
            @param level its own level, if it is set
            @param effectiveLevel the level in effect""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record LoggerItem(String name, Optional<String> level, String effectiveLevel) {
        static LoggerItem of(LogLevels.Named logger) {
            return new LoggerItem(logger.name(), logger.set(), logger.effective());
        }
    }

    @Described("""
            The loggers.
            @param items by name, ROOT first""")
    public record LoggerList(List<LoggerItem> items) {}
}
