package vesper.access.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
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
import vesper.access.credentials.KeyText;
import vesper.access.directory.ApiKey;
import vesper.access.directory.Directory;
import vesper.access.directory.KeyUses;
import vesper.access.directory.Stored;
import vesper.http.Request;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The API keys. The secret of a key is in one response only: the one to its creation. */
@RestController
@RequestMapping(KeysController.PATH)
public final class KeysController {
    static final String PATH = "/admin/keys";

    private static final String ID = "\n@param id of the key\nExample: 0a1b2c3d4e5f60718293";
    private static final String IF_MATCH = "\n@param ifMatch its ETag, if it must not have changed since";

    private final KeyUses uses;
    private final Directory directory;
    private final MemberWrites<ApiKey> writes;
    private final InstantSource clock;
    private final SecureRandom random;
    private final Audit audit;

    public KeysController(Directory directory, KeyUses uses, InstantSource clock, SecureRandom random, Audit audit) {
        this.directory = directory;
        this.uses = uses;
        this.writes = new MemberWrites<>(directory.keys(), "key");
        this.clock = clock;
        this.random = random;
        this.audit = audit;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The API keys, without their secrets.
            @param limit number of keys on the page, at most 1000
            @param cursor next from the previous page
            @param count true for the number of all keys""")
    public Listing<Item> all(
            @RequestParam(name = "limit", defaultValue = Listing.LIMIT) int limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "count", defaultValue = "false") boolean count) {
        return Listing.of(
                directory.keys().all().stream().map(stored -> item(stored.member())), Item::id, limit, cursor, count);
    }

    @GetMapping(path = "/{id}", produces = "application/json")
    @Described("An API key, without its secret; the ETag is the version." + ID)
    @AlsoAnswers(status = 404, when = "There is no such key")
    public ResponseEntity<Item> one(@PathVariable("id") String id) {
        return response(writes.find(id));
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Adds an API key: name, and optionally groups, scopes, tenant, note and expires. The response is the only one
            that shows the key.
            @return The key was added""")
    @AlsoAnswers(status = 201, when = "The key was added")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Created> add(@RequestBody Map<String, Object> fields, Request request) {
        request.markContentSecret();
        KeyText text = KeyText.random(KeyText.API_KEY, random);
        ApiKey key = read(Fields.of(fields), text.id(), text.secretHash(), clock.instant());
        Stored<ApiKey> stored = writes.create(key);
        audit.changed(request, "key:" + key.id(), "", shown(key));
        return ResponseEntity.created(URI.create(PATH + "/" + key.id()))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .eTag(MemberWrites.tag(stored.version()))
                .body(Created.of(text.text(), item(key)));
    }

    @PutMapping(path = "/{id}", consumes = "application/json", produces = "application/json")
    @Described("Replaces everything but the secret of a key." + ID + IF_MATCH)
    @AlsoAnswers(status = 404, when = "There is no such key")
    @AlsoAnswers(status = 412, when = "The key has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> replace(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request) {
        return change(writes.find(id, ifMatch), Fields.of(fields), request);
    }

    @PatchMapping(
            path = "/{id}",
            consumes = {"application/merge-patch+json", "application/json"},
            produces = "application/json")
    @Described("Changes the given fields of a key; null removes one." + ID + IF_MATCH)
    @AlsoAnswers(status = 404, when = "There is no such key")
    @AlsoAnswers(status = 412, when = "The key has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> patch(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> fields,
            Request request) {
        Stored<ApiKey> before = writes.find(id, ifMatch);
        return change(before, Fields.merged(fieldsOf(before.member()), fields), request);
    }

    private ResponseEntity<Item> change(Stored<ApiKey> before, Fields given, Request request) {
        ApiKey known = before.member();
        ApiKey key = read(given, known.id(), known.secretHash(), known.createdAt());
        Stored<ApiKey> stored = writes.replace(before, key);
        if (!stored.version().equals(before.version())) {
            audit.changed(request, "key:" + key.id(), shown(known), shown(key));
        }
        return response(stored);
    }

    @DeleteMapping("/{id}")
    @Described("Revokes a key: no node accepts it any longer, nor the tokens made with it." + ID + IF_MATCH)
    @AlsoAnswers(status = 204, when = "The key is revoked")
    @AlsoAnswers(status = 404, when = "There is no such key")
    @AlsoAnswers(status = 412, when = "The key has changed since")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Void> revoke(
            @PathVariable("id") String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            Request request)
            throws IOException {
        Stored<ApiKey> before = writes.find(id, ifMatch);
        writes.remove(before);
        uses.forget(id);
        audit.changed(request, "key:" + id, shown(before.member()), "");
        return ResponseEntity.noContent().build();
    }

    private static ApiKey read(Fields given, String id, String secretHash, Instant createdAt) {
        ApiKey key = new ApiKey(
                id,
                given.name(),
                given.names("groups"),
                given.scopes("scopes"),
                given.tenant(),
                given.text("note"),
                secretHash,
                createdAt,
                given.time("expires"));
        given.ignoring("id", "createdAt", "lastUsedAt").requireValid();
        return key;
    }

    private static Map<String, Object> fieldsOf(ApiKey key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", key.name());
        fields.put("groups", List.copyOf(key.groups()));
        fields.put("scopes", List.copyOf(key.scopes()));
        key.tenant().ifPresent(tenant -> fields.put("tenant", tenant));
        if (!key.note().isEmpty()) fields.put("note", key.note());
        key.expires().ifPresent(end -> fields.put("expires", end.toString()));
        return fields;
    }

    private static String shown(ApiKey key) {
        return String.join(
                " ",
                key.name(),
                "groups=" + String.join(",", key.groups()),
                "scopes=" + String.join(",", key.scopes()),
                "tenant=" + key.tenant().orElse(""));
    }

    private ResponseEntity<Item> response(Stored<ApiKey> stored) {
        return ResponseEntity.ok().eTag(MemberWrites.tag(stored.version())).body(item(stored.member()));
    }

    private Item item(ApiKey key) {
        return new Item(
                key.id(),
                key.name(),
                key.groups(),
                key.scopes(),
                key.tenant(),
                key.note(),
                key.createdAt(),
                key.expires(),
                uses.lastUse(key.id()));
    }

    @Described("""
            An API key without its secret.
            @param id part of the key that is no secret
            @param name of the caller that the key stands for
            @param groups of the caller
            @param scopes what the key may be used for
            @param tenant of the caller
            @param note for people
            @param createdAt when the key was added
            @param expires when the key ends by itself
            @param lastUsedAt when the key was last used, to the minute""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(
            String id,
            String name,
            Set<String> groups,
            Set<String> scopes,
            Optional<String> tenant,
            String note,
            Instant createdAt,
            Optional<Instant> expires,
            Optional<Instant> lastUsedAt) {}

    @Described("""
            A new API key.
            @param id part of the key that is no secret
            @param key the whole key; it is shown only here
            @param name of the caller that the key stands for
            @param groups of the caller
            @param scopes what the key may be used for
            @param tenant of the caller
            @param note for people
            @param createdAt when the key was added
            @param expires when the key ends by itself""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Created(
            String id,
            String key,
            String name,
            Set<String> groups,
            Set<String> scopes,
            Optional<String> tenant,
            String note,
            Instant createdAt,
            Optional<Instant> expires) {
        static Created of(String key, Item item) {
            return new Created(
                    item.id(),
                    key,
                    item.name(),
                    item.groups(),
                    item.scopes(),
                    item.tenant(),
                    item.note(),
                    item.createdAt(),
                    item.expires());
        }

        /** Hides the key. */
        @Override
        public String toString() {
            return "Created[" + id + ", " + name + "]";
        }
    }
}
