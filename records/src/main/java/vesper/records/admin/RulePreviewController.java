package vesper.records.admin;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.ParsedRule;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * Previews a Monitor rule: applies it to recent invocations before it is added. The path is not below that of the
 * rules, because a rule may have any id.
 */
@RestController
@RequestMapping("/admin/monitor/preview")
public final class RulePreviewController {
    private static final String ONLY = "monitored:true";
    private static final String ID = "preview";

    private final Records records;
    private final RecordSearch search;

    public RulePreviewController(Records records) {
        this.records = records;
        this.search = new RecordSearch(records, records.clock());
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Tells what a rule would choose of the last 1000 invocations that are known, whether it is enabled or not. It
            needs no name.
            @return What it would choose""")
    @AlsoAnswers(status = 503, when = "There are too many searches")
    @RunOn(RunOn.Threads.PLATFORM)
    public RulePreview preview(@RequestBody Map<String, Object> fields) throws IOException, InterruptedException {
        MonitorRule rule = rule(fields);
        List<RulePreview.PreviewedInvocation> recorded = records.monitor().on() ? recorded() : List.of();
        if (!recorded.isEmpty()) return RulePreview.of(rule, "records", recorded);
        List<RulePreview.PreviewedInvocation> seen = records.recent().latest().stream()
                .map(each -> RulePreview.PreviewedInvocation.of(
                        each, records.routes().facts(each.route())))
                .toList();
        return RulePreview.of(rule, "exchanges", seen);
    }

    private List<RulePreview.PreviewedInvocation> recorded() throws IOException, InterruptedException {
        SearchParameters asked = SearchParameters.page(null, null, null, Integer.toString(SearchParameters.MOST_LIMIT));
        return search.search(ONLY, asked, List.of(), RulePreview.PreviewedInvocation::of)
                .items();
    }

    private static MonitorRule rule(Map<String, Object> fields) {
        Map<String, Object> asked = new LinkedHashMap<>(fields);
        asked.remove("id");
        asked.putIfAbsent("name", ID);
        return switch (MonitorRule.understood(ID, asked)) {
            case ParsedRule.Invalid<MonitorRule>(var bad) ->
                throw ProblemType.BAD_REQUEST
                        .because("The rule is not valid")
                        .withErrors(bad)
                        .exception();
            case ParsedRule.Valid<MonitorRule>(var rule) -> rule.enabled() ? rule : enabled(asked);
        };
    }

    private static MonitorRule enabled(Map<String, Object> asked) {
        asked.put("enabled", true);
        return rule(asked);
    }
}
