package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Request;
import vesper.launcher.steering.ChangeLog;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.rest.triggers.RunningTrigger;
import vesper.rest.triggers.TriggerStatus;
import vesper.rest.triggers.Triggers;

/** The triggers: what starts work without a request. */
@RestController
@RequestMapping("/admin/endpoints")
public final class TriggersController {
    private final Triggers triggers;
    private final ChangeLog changes;

    public TriggersController(Triggers triggers, ChangeLog changes) {
        this.triggers = triggers;
        this.changes = changes;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The triggers: what starts work without a request, such as timers, tasks and webhooks.
            @return The triggers, sorted by kind and name""")
    public TriggerList all() {
        return new TriggerList(triggers.list().stream().map(TriggerItem::of).toList());
    }

    @GetMapping(path = "/{id}", produces = "application/json")
    @Described("""
            A trigger.
            @param id kind and name
            Example: timer:orders
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "There is no such trigger")
    public TriggerItem one(@PathVariable("id") String id) {
        return TriggerItem.of(find(id).status());
    }

    @PostMapping(path = "/{id}/start", produces = "application/json")
    @Described("""
            Starts a trigger that was paused or stopped.
            @param id kind and name
            Example: timer:orders
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "There is no such trigger")
    @RunOn(RunOn.Threads.PLATFORM)
    public TriggerItem start(@PathVariable("id") String id, Request request) {
        return change(id, RunningTrigger::start, request);
    }

    @PostMapping(path = "/{id}/pause", produces = "application/json")
    @Described("""
            Pauses a trigger until it is started, or its package is reloaded. Work in progress ends.
            @param id kind and name
            Example: timer:orders
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "There is no such trigger")
    @RunOn(RunOn.Threads.PLATFORM)
    public TriggerItem pause(@PathVariable("id") String id, Request request) {
        return change(id, RunningTrigger::pause, request);
    }

    @PostMapping(path = "/{id}/stop", produces = "application/json")
    @Described("""
            Stops a trigger until it is started, or its package is reloaded. Work in progress ends.
            @param id kind and name
            Example: timer:orders
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "There is no such trigger")
    @RunOn(RunOn.Threads.PLATFORM)
    public TriggerItem stop(@PathVariable("id") String id, Request request) {
        return change(id, RunningTrigger::stop, request);
    }

    private TriggerItem change(String id, Consumer<RunningTrigger> step, Request request) {
        RunningTrigger trigger = find(id);
        String before = trigger.status().state().name();
        step.accept(trigger);
        TriggerStatus now = trigger.status();
        changes.add(Who.of(request), "trigger:" + id, before, now.state().name());
        return TriggerItem.of(now);
    }

    private RunningTrigger find(String id) {
        return triggers.find(id)
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .because("There is no trigger " + id + ". GET /admin/endpoints lists them all.")
                        .exception());
    }

    @Described("""
            A trigger.
            @param id kind and name
            @param kind of its work
            Example: timer
            @param name among those of its kind
            Example: orders
            @param packageName its package; empty for the server's own
            @param state STARTED, PAUSED, STOPPED or ERROR
            @param onLeaderOnly whether it runs on one node of a cluster at a time
            @param invocations number of pieces of work since it was loaded
            @param failures number of failed ones
            @param running number of running ones
            @param lastAt start of the last one
            @param lastError message of the last failure""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record TriggerItem(
            String id,
            String kind,
            String name,
            @JsonProperty("package") String packageName,
            String state,
            boolean onLeaderOnly,
            long invocations,
            long failures,
            int running,
            Optional<Instant> lastAt,
            Optional<String> lastError) {
        static TriggerItem of(TriggerStatus status) {
            return new TriggerItem(
                    status.id().toString(),
                    status.id().kind(),
                    status.id().name(),
                    status.packageName(),
                    status.state().name(),
                    status.onLeaderOnly(),
                    status.invocations(),
                    status.failures(),
                    status.running(),
                    status.lastAt(),
                    status.lastError());
        }
    }

    @Described("""
            Triggers.
            @param items sorted by kind and name""")
    public record TriggerList(List<TriggerItem> items) {}
}
