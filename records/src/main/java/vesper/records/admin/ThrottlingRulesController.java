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
import vesper.records.rules.RuleBook;
import vesper.records.rules.ThrottlingRule;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * The throttling rules. Changes run on a platform thread, because they wait for the disk and would block all
 * connections of an event loop.
 */
@RestController
@RequestMapping(ThrottlingRulesController.PATH)
public final class ThrottlingRulesController {
    static final String PATH = "/admin/throttling/rules";

    private static final String EXAMPLE = "\nExample: logins";

    private final RuleEndpoints<ThrottlingRule> rules;

    public ThrottlingRulesController(RuleBook<ThrottlingRule> book) {
        rules = new RuleEndpoints<>(book, PATH);
    }

    @GetMapping
    @Described(RuleTexts.ALL)
    public RuleList<ThrottlingRule> all(@RequestParam(name = "count", defaultValue = "false") boolean count) {
        return rules.all(count);
    }

    @GetMapping("/{id}")
    @Described(RuleTexts.ONE + EXAMPLE)
    public ResponseEntity<ThrottlingRule> one(@PathVariable("id") String id) {
        return rules.one(id);
    }

    @PostMapping(consumes = "application/json")
    @Described(RuleTexts.ADD)
    @AlsoAnswers(status = 201, when = RuleTexts.ADDED)
    @AlsoAnswers(status = 409, when = RuleTexts.NO_PLACE)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<ThrottlingRule> add(@RequestBody Map<String, Object> fields) {
        return rules.add(fields);
    }

    @PutMapping(path = "/{id}", consumes = "application/json")
    @Described(RuleTexts.REPLACE + EXAMPLE + RuleTexts.IF_MATCH)
    @AlsoAnswers(status = 409, when = RuleTexts.NAME_TAKEN)
    @AlsoAnswers(status = 412, when = RuleTexts.CHANGED)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<ThrottlingRule> replace(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields) {
        return rules.replace(id, ifMatch, fields);
    }

    @PatchMapping(
            path = "/{id}",
            consumes = {"application/merge-patch+json", "application/json"})
    @Described(RuleTexts.PATCH + EXAMPLE + RuleTexts.IF_MATCH)
    @AlsoAnswers(status = 409, when = RuleTexts.NAME_TAKEN)
    @AlsoAnswers(status = 412, when = RuleTexts.CHANGED)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<ThrottlingRule> patch(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields) {
        return rules.patch(id, ifMatch, fields);
    }

    @DeleteMapping("/{id}")
    @Described(RuleTexts.REMOVE + EXAMPLE + RuleTexts.IF_MATCH)
    @AlsoAnswers(status = 204, when = RuleTexts.GONE)
    @AlsoAnswers(status = 412, when = RuleTexts.CHANGED)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Void> remove(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        return rules.remove(id, ifMatch);
    }
}
