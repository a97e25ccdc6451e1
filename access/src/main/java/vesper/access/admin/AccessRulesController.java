package vesper.access.admin;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import vesper.access.rules.AccessRule;
import vesper.http.Request;
import vesper.records.admin.RuleEndpoints;
import vesper.records.admin.RuleList;
import vesper.records.admin.RuleTexts;
import vesper.records.rules.RuleBook;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The rules on who may call which paths. Changes run on a platform thread, because they wait for the disk. */
@RestController
@RequestMapping(AccessRulesController.PATH)
public final class AccessRulesController {
    static final String PATH = "/admin/access/rules";

    private static final String EXAMPLE = "\nExample: orders";

    private final RuleEndpoints<AccessRule> rules;
    private final RuleBook<AccessRule> book;
    private final Audit audit;

    public AccessRulesController(RuleBook<AccessRule> book, Audit audit) {
        this.book = book;
        this.rules = new RuleEndpoints<>(book, PATH);
        this.audit = audit;
    }

    @GetMapping
    @Described(RuleTexts.ALL)
    public RuleList<AccessRule> all(@RequestParam(name = "count", defaultValue = "false") boolean count) {
        return rules.all(count);
    }

    @GetMapping("/{id}")
    @Described(RuleTexts.ONE + EXAMPLE)
    public ResponseEntity<AccessRule> one(@PathVariable("id") String id) {
        return rules.one(id);
    }

    @PostMapping(consumes = "application/json")
    @Described(RuleTexts.ADD)
    @AlsoAnswers(status = 201, when = RuleTexts.ADDED)
    @AlsoAnswers(status = 409, when = RuleTexts.NO_PLACE)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<AccessRule> add(@RequestBody Map<String, Object> fields, Request request) {
        ResponseEntity<AccessRule> added = rules.add(fields);
        AccessRule rule = Objects.requireNonNull(added.getBody());
        audit.changed(request, "access:" + rule.id(), "", shown(rule));
        return added;
    }

    @PutMapping(path = "/{id}", consumes = "application/json")
    @Described(RuleTexts.REPLACE + EXAMPLE + RuleTexts.IF_MATCH)
    @AlsoAnswers(status = 409, when = RuleTexts.NAME_TAKEN)
    @AlsoAnswers(status = 412, when = RuleTexts.CHANGED)
    @AlsoAnswers(status = 503, when = RuleTexts.NOT_SHARED)
    @AlsoAnswers(status = 507, when = RuleTexts.DISK_FULL)
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<AccessRule> replace(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request) {
        String before = shown(id);
        return noted(rules.replace(id, ifMatch, fields), before, request);
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
    public ResponseEntity<AccessRule> patch(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request) {
        String before = shown(id);
        return noted(rules.patch(id, ifMatch, fields), before, request);
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
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            Request request) {
        String before = shown(id);
        ResponseEntity<Void> removed = rules.remove(id, ifMatch);
        audit.changed(request, "access:" + id, before, "");
        return removed;
    }

    private ResponseEntity<AccessRule> noted(ResponseEntity<AccessRule> changed, String before, Request request) {
        AccessRule rule = Objects.requireNonNull(changed.getBody());
        if (!shown(rule).equals(before)) audit.changed(request, "access:" + rule.id(), before, shown(rule));
        return changed;
    }

    private String shown(String id) {
        return book.find(id).map(stored -> shown(stored.rule())).orElse("");
    }

    private static String shown(AccessRule rule) {
        String methods = rule.methods().isEmpty() ? "" : rule.methods() + " ";
        String path = Objects.requireNonNullElse(rule.path(), String.valueOf(rule.pathRegex()));
        List<String> allow = rule.allow().stream().map(Object::toString).toList();
        return (rule.enabled() ? "" : "disabled ") + methods + path + " allow=" + String.join(",", allow);
    }
}
