package vesper.records.admin;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import vesper.records.rules.Rule;
import vesper.records.rules.RuleBook;
import vesper.records.rules.RuleChange;
import vesper.records.rules.StoredRule;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Requests for the rules of one book, and their responses. */
public final class RuleEndpoints<R extends Rule> {
    private static final String RETRY_SECONDS = "2";

    private final RuleBook<R> book;
    private final String path;

    /**
     * Creates the endpoints.
     *
     * @param path of the list, such as {@code /admin/monitor/rules}
     */
    public RuleEndpoints(RuleBook<R> book, String path) {
        this.book = book;
        this.path = path;
    }

    public RuleList<R> all(boolean count) {
        List<R> rules = book.all().stream().map(StoredRule::rule).toList();
        return new RuleList<>(rules, count ? rules.size() : null);
    }

    public ResponseEntity<R> one(String id) {
        return book.find(id).map(RuleEndpoints::answer).orElseThrow(() -> noSuchRule(id));
    }

    public ResponseEntity<R> add(Map<String, Object> fields) {
        return switch (book.add(fields)) {
            case RuleChange.Stored<R>(var now) ->
                ResponseEntity.created(URI.create(path + "/" + now.rule().id()))
                        .eTag(tag(now))
                        .body(now.rule());
            case RuleChange<R> other -> throw refused(other);
        };
    }

    public ResponseEntity<R> replace(String id, @Nullable String ifMatch, Map<String, Object> fields) {
        return changed(book.replace(id, expected(id, ifMatch), fields));
    }

    public ResponseEntity<R> patch(String id, @Nullable String ifMatch, Map<String, Object> fields) {
        return changed(book.patch(id, expected(id, ifMatch), fields));
    }

    public ResponseEntity<Void> remove(String id, @Nullable String ifMatch) {
        return switch (book.remove(id, expected(id, ifMatch))) {
            case RuleChange.Removed<R> _ -> ResponseEntity.noContent().build();
            case RuleChange<R> other -> throw refused(other);
        };
    }

    private static <R extends Rule> ResponseEntity<R> changed(RuleChange<R> change) {
        if (change instanceof RuleChange.Stored<R>(var now)) return answer(now);
        throw refused(change);
    }

    private static <R extends Rule> ResponseEntity<R> answer(StoredRule<R> stored) {
        return ResponseEntity.ok().eTag(tag(stored)).body(stored.rule());
    }

    private static String tag(StoredRule<?> stored) {
        return "\"" + stored.version() + "\"";
    }

    /**
     * Returns the version that {@code If-Match} requires; empty if any version will do. If several tags are listed, one
     * of them must be that of the current version.
     */
    private OptionalLong expected(String id, @Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.strip().equals("*")) return OptionalLong.empty();
        StoredRule<R> stored = book.find(id).orElseThrow(() -> noSuchRule(id));
        boolean listed = Arrays.stream(ifMatch.split(",")).map(String::strip).anyMatch(tag(stored)::equals);
        if (!listed) throw refused(new RuleChange.Stale<>(stored));
        return OptionalLong.of(stored.version());
    }

    private static ProblemException refused(RuleChange<?> change) {
        return problem(change).exception();
    }

    private static Problem problem(RuleChange<?> change) {
        return switch (change) {
            case RuleChange.Wrong<?>(var bad) ->
                ProblemType.BAD_REQUEST.because("The rule is not valid").withErrors(bad);
            case RuleChange.NameTaken<?>(var name, var id) ->
                ProblemType.ofStatus(409)
                        .because("The rule " + id + " has the name " + name + " already")
                        .withErrors(List.of(new Problem.BadValue("#/name", "is taken")));
            case RuleChange.NoSuchRule<?>(var id) -> noSuchRule(id).problem();
            case RuleChange.Stale<?>(var now) ->
                ProblemType.ofStatus(412)
                        .because("The rule is in version " + now.version() + " now")
                        .header("ETag", tag(now));
            case RuleChange.Full<?>(int most) ->
                ProblemType.ofStatus(409).because("There are " + most + " rules already, which is the most");
            case RuleChange.TooLarge<?>(var reason) ->
                ProblemType.ofStatus(409).because("The rule is one too many: " + reason);
            case RuleChange.NotWritten<?>(var reason) ->
                ProblemType.ofStatus(507).because("The rules cannot be written, nothing has changed: " + reason);
            case RuleChange.NotShared<?>(var reason) ->
                ProblemType.ofStatus(503)
                        .because("The rules cannot be changed now: " + reason)
                        .header("Retry-After", RETRY_SECONDS);
            case RuleChange.Stored<?> stored -> throw new IllegalStateException("no refusal: " + stored);
            case RuleChange.Removed<?> removed -> throw new IllegalStateException("no refusal: " + removed);
        };
    }

    private static ProblemException noSuchRule(String id) {
        return ProblemType.NOT_FOUND.because("There is no rule " + id + ".").exception();
    }
}
