package vesper.access.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import vesper.access.Access;
import vesper.access.directory.Names;
import vesper.access.directory.Stored;
import vesper.access.directory.User;
import vesper.access.passwords.PasswordHash;
import vesper.access.threads.BoundedThreads;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The users. A password goes in and never comes out. */
@RestController
@RequestMapping(UsersController.PATH)
public final class UsersController {
    static final String PATH = "/admin/users";

    private static final String NAME = "\n@param name of the user\nExample: ann";
    private static final String IF_MATCH = "\n@param ifMatch its ETag, if it must not have changed since";

    private final Access access;
    private final MemberWrites<User> writes;
    private final InstantSource clock;
    private final Audit audit;

    public UsersController(Access access, InstantSource clock, Audit audit) {
        this.access = access;
        this.writes = new MemberWrites<>(access.directory().users(), "user");
        this.clock = clock;
        this.audit = audit;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The users.
            @param group only users in this group
            @param limit number of users on the page, at most 1000
            @param cursor next from the previous page
            @param count true for the number of all users""")
    public Listing<Item> all(
            @RequestParam(name = "group", required = false) @Nullable String group,
            @RequestParam(name = "limit", defaultValue = Listing.LIMIT) int limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "count", defaultValue = "false") boolean count) {
        return Listing.of(
                access.directory().users().all().stream()
                        .map(stored -> Item.of(stored.member()))
                        .filter(item -> group == null || item.groups().contains(group)),
                Item::name,
                limit,
                cursor,
                count);
    }

    @GetMapping(path = "/{name}", produces = "application/json")
    @Described("A user; the ETag is the version." + NAME)
    @AlsoAnswers(status = 404, when = "There is no such user")
    public ResponseEntity<Item> one(@PathVariable("name") String name) {
        return response(ResponseEntity.ok(), writes.find(Names.folded(name)));
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Adds a user: name, and optionally password, displayName, email, groups, tenant, enabled and operator.
            @return The user was added""")
    @AlsoAnswers(status = 201, when = "The user was added")
    @AlsoAnswers(status = 409, when = "There is a user of this name")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> add(@RequestBody Map<String, Object> fields, Request request)
            throws InterruptedException {
        request.markContentSecret();
        Fields given = Fields.of(fields);
        User user = read(given, given.name(), Optional.empty());
        Stored<User> stored = writes.create(user);
        audit.changed(request, "user:" + user.name(), "", shown(user));
        return response(ResponseEntity.created(URI.create(PATH + "/" + user.id())), stored);
    }

    @PutMapping(path = "/{name}", consumes = "application/json", produces = "application/json")
    @Described("Replaces a user. Without a password, the user keeps the present one." + NAME + IF_MATCH)
    @AlsoAnswers(status = 404, when = "There is no such user")
    @AlsoAnswers(status = 412, when = "The user has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> replace(
            @PathVariable("name") String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request)
            throws InterruptedException {
        request.markContentSecret();
        Stored<User> before = writes.find(Names.folded(name), ifMatch);
        return change(before, Fields.of(fields), request);
    }

    @PatchMapping(
            path = "/{name}",
            consumes = {"application/merge-patch+json", "application/json"},
            produces = "application/json")
    @Described("Changes the given fields of a user; null removes one." + NAME + IF_MATCH)
    @AlsoAnswers(status = 404, when = "There is no such user")
    @AlsoAnswers(status = 412, when = "The user has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> patch(
            @PathVariable("name") String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request)
            throws InterruptedException {
        request.markContentSecret();
        Stored<User> before = writes.find(Names.folded(name), ifMatch);
        return change(before, Fields.merged(fieldsOf(before.member()), fields), request);
    }

    private ResponseEntity<Item> change(Stored<User> before, Fields given, Request request)
            throws InterruptedException {
        String name = given.sameName(before.member().name());
        User user = read(given, name, Optional.of(before.member()));
        requireAnotherOperator(before.member(), user.enabled() && user.operator(), request);
        Stored<User> stored = writes.replace(before, user);
        if (!stored.version().equals(before.version())) {
            audit.changed(request, "user:" + user.name(), shown(before.member()), shown(user));
        }
        return response(ResponseEntity.ok(), stored);
    }

    @DeleteMapping("/{name}")
    @Described("Removes a user, and ends the user's tokens and sessions." + NAME + IF_MATCH)
    @AlsoAnswers(status = 204, when = "The user is gone")
    @AlsoAnswers(status = 404, when = "There is no such user")
    @AlsoAnswers(status = 412, when = "The user has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Void> remove(
            @PathVariable("name") String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            Request request)
            throws IOException {
        Stored<User> before = writes.find(Names.folded(name), ifMatch);
        requireAnotherOperator(before.member(), false, request);
        writes.remove(before);
        access.tokens().revokeAllOf(before.member());
        audit.changed(request, "user:" + before.member().name(), shown(before.member()), "");
        return ResponseEntity.noContent().build();
    }

    /** Operators who sign in as users must not lock themselves out. */
    private static void requireAnotherOperator(User before, boolean staysOperator, Request request) {
        boolean isOneself = before.operator()
                && Names.folded(request.caller().name()).equals(before.id())
                && request.caller().isAuthenticated();
        if (isOneself && !staysOperator) {
            throw ProblemType.ofStatus(409)
                    .because("You cannot remove yourself from the operators; another operator can.")
                    .exception();
        }
    }

    private User read(Fields given, String name, Optional<User> before) throws InterruptedException {
        String displayName = given.text("displayName");
        String email = given.text("email");
        Set<String> groups = given.names("groups");
        Optional<String> tenant = given.tenant();
        boolean isEnabled = given.flag("enabled", true);
        boolean isOperator = given.flag("operator", false);
        Optional<String> password = given.secret("password", PasswordHash.LONGEST_PASSWORD);
        given.ignoring("hasPassword", "createdAt").requireValid();
        Instant now = clock.instant();
        User user = new User(
                name,
                displayName,
                email,
                groups,
                tenant,
                isEnabled,
                isOperator,
                before.map(User::passwordHash).orElse(""),
                before.map(User::createdAt).orElse(now),
                before.map(User::credentialsAt).orElse(now));
        return password.isPresent() ? user.withPassword(hash(password.get()), now) : user;
    }

    private String hash(String password) throws InterruptedException {
        try {
            return access.passwords().hash(password);
        } catch (BoundedThreads.BusyException _) {
            throw ProblemType.UNAVAILABLE
                    .because("Too many passwords are being checked.")
                    .header("Retry-After", "1")
                    .exception();
        }
    }

    private static Map<String, Object> fieldsOf(User user) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", user.name());
        if (!user.displayName().isEmpty()) fields.put("displayName", user.displayName());
        if (!user.email().isEmpty()) fields.put("email", user.email());
        fields.put("groups", List.copyOf(user.groups()));
        user.tenant().ifPresent(tenant -> fields.put("tenant", tenant));
        fields.put("enabled", user.enabled());
        fields.put("operator", user.operator());
        return fields;
    }

    private static String shown(User user) {
        return String.join(
                " ",
                user.enabled() ? "enabled" : "disabled",
                user.operator() ? "operator" : "user",
                "groups=" + String.join(",", user.groups()),
                "tenant=" + user.tenant().orElse(""));
    }

    private static ResponseEntity<Item> response(ResponseEntity.BodyBuilder head, Stored<User> stored) {
        return head.eTag(MemberWrites.tag(stored.version())).body(Item.of(stored.member()));
    }

    @Described("""
            A user.
            @param name unique regardless of case
            @param displayName for people
            @param email for people
            @param groups of the user
            @param tenant the company or customer that the user belongs to
            @param enabled whether the user may call
            @param operator whether the user operates the server
            @param hasPassword whether the user can sign in with a password
            @param createdAt when the user was added""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(
            String name,
            String displayName,
            String email,
            Set<String> groups,
            Optional<String> tenant,
            boolean enabled,
            boolean operator,
            boolean hasPassword,
            Instant createdAt) {
        static Item of(User user) {
            return new Item(
                    user.name(),
                    user.displayName(),
                    user.email(),
                    user.groups(),
                    user.tenant(),
                    user.enabled(),
                    user.operator(),
                    user.hasPassword(),
                    user.createdAt());
        }
    }
}
