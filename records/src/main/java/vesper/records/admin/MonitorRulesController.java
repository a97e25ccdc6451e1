package vesper.records.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.RuleBook;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * The rules by which the Monitor records. A change waits for the disk, which on an event loop would hold up all of its connections.
 */
@RestController
@RequestMapping(MonitorRulesController.PATH)
public final class MonitorRulesController {
    static final String PATH = "/admin/monitor/rules";

    private static final String ID = "\n@param id of the rule\nExample: all";
    private static final String IF_MATCH = "\n@param ifMatch its ETag, where it must not have changed since";

    private final RuleEndpoints<MonitorRule> rules;

    public MonitorRulesController(RuleBook<MonitorRule> book) {
        rules = new RuleEndpoints<>(book, PATH);
    }

    @GetMapping
    @Described("Every rule, in the order in which they are asked.\n@param count whether to say how many there are")
    public RuleList<MonitorRule> all(@RequestParam(name = "count", defaultValue = "false") boolean count) {
        return rules.all(count);
    }

    @GetMapping("/{id}")
    @Described("One rule; its ETag is its version." + ID)
    public ResponseEntity<MonitorRule> one(@PathVariable("id") String id) {
        return rules.one(id);
    }

    @PostMapping(consumes = "application/json")
    @Described("Adds a rule. Its id is made of its name.\n@return It is there, and asked from now on")
    @AlsoAnswers(status = 201, when = "It is there, and asked from now on")
    @AlsoAnswers(status = 409, when = "Another rule has that name, or there are too many")
    @AlsoAnswers(status = 507, when = "The disk does not take it; nothing has changed")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<MonitorRule> add(@RequestBody Map<String, Object> fields) {
        return rules.add(fields);
    }

    @PutMapping(path = "/{id}", consumes = "application/json")
    @Described("Puts another rule in the place of one; the id stays." + ID + IF_MATCH)
    @AlsoAnswers(status = 409, when = "Another rule has that name")
    @AlsoAnswers(status = 412, when = "The rule has changed since")
    @AlsoAnswers(status = 507, when = "The disk does not take it; nothing has changed")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<MonitorRule> replace(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields) {
        return rules.replace(id, ifMatch, fields);
    }

    @PatchMapping(
            path = "/{id}",
            consumes = {"application/merge-patch+json", "application/json"})
    @Described("Changes the fields that are given; those given as null get their defaults." + ID + IF_MATCH)
    @AlsoAnswers(status = 409, when = "Another rule has that name")
    @AlsoAnswers(status = 412, when = "The rule has changed since")
    @AlsoAnswers(status = 507, when = "The disk does not take it; nothing has changed")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<MonitorRule> patch(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields) {
        return rules.patch(id, ifMatch, fields);
    }

    @DeleteMapping("/{id}")
    @Described("Takes a rule away." + ID + IF_MATCH)
    @AlsoAnswers(status = 204, when = "It is gone")
    @AlsoAnswers(status = 412, when = "The rule has changed since")
    @AlsoAnswers(status = 507, when = "The disk does not take it; nothing has changed")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Void> remove(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        return rules.remove(id, ifMatch);
    }
}
