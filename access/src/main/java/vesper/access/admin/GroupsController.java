package vesper.access.admin;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.access.directory.Directory;
import vesper.access.directory.Group;
import vesper.access.directory.Stored;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The groups: those that were described, and those that users and keys are in. */
@RestController
@RequestMapping(GroupsController.PATH)
public final class GroupsController {
    static final String PATH = "/admin/groups";

    private final Directory directory;
    private final MemberWrites<Group> writes;
    private final Audit audit;

    public GroupsController(Directory directory, Audit audit) {
        this.directory = directory;
        this.writes = new MemberWrites<>(directory.groups(), "group");
        this.audit = audit;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The groups, with the numbers of their users and keys.
            @param limit number of groups on the page, at most 1000
            @param cursor next from the previous page
            @param count true for the number of all groups""")
    public Listing<Item> all(
            @RequestParam(name = "limit", defaultValue = Listing.LIMIT) int limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "count", defaultValue = "false") boolean count) {
        return Listing.of(names().stream().map(this::item), Item::name, limit, cursor, count);
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        directory.groups().all().forEach(group -> names.add(group.member().name()));
        directory.users().all().forEach(user -> names.addAll(user.member().groups()));
        directory.keys().all().forEach(key -> names.addAll(key.member().groups()));
        return names;
    }

    private Item item(String name) {
        return new Item(
                name, directory.groups().find(name).map(Group::description).orElse(""), users(name), keys(name));
    }

    private long users(String group) {
        return directory.users().all().stream()
                .filter(user -> user.member().groups().contains(group))
                .count();
    }

    private long keys(String group) {
        return directory.keys().all().stream()
                .filter(key -> key.member().groups().contains(group))
                .count();
    }

    @GetMapping(path = "/{name}", produces = "application/json")
    @Described("A group.\n@param name of the group\nExample: clerks")
    @AlsoAnswers(status = 404, when = "There is no such group")
    public Item one(@PathVariable("name") String name) {
        if (!names().contains(name)) {
            throw ProblemType.NOT_FOUND
                    .because("There is no group " + name + ".")
                    .exception();
        }
        return item(name);
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Adds a group: its name, and optionally a description.
            @return The group was added""")
    @AlsoAnswers(status = 201, when = "The group was added")
    @AlsoAnswers(status = 409, when = "There is a group of this name")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Item> add(@RequestBody Map<String, Object> fields, Request request) {
        Fields given = Fields.of(fields);
        Group group = new Group(given.name(), given.text("description"));
        given.ignoring("users", "keys").requireValid();
        Stored<Group> stored = writes.create(group);
        audit.changed(request, "group:" + group.name(), "", group.description());
        return ResponseEntity.created(URI.create(PATH + "/" + group.name()))
                .eTag(MemberWrites.tag(stored.version()))
                .body(item(group.name()));
    }

    @PutMapping(path = "/{name}", consumes = "application/json", produces = "application/json")
    @Described("Describes a group.\n@param name of the group\nExample: clerks")
    @RunOn(RunOn.Threads.PLATFORM)
    public Item describe(@PathVariable("name") String name, @RequestBody Map<String, Object> fields, Request request) {
        Fields given = Fields.of(fields);
        Group group = new Group(given.sameName(name), given.text("description"));
        given.ignoring("users", "keys").requireValid();
        Optional<Stored<Group>> before = directory.groups().stored(name);
        if (before.isPresent()) writes.replace(before.get(), group);
        else writes.create(group);
        audit.changed(
                request,
                "group:" + name,
                before.map(known -> known.member().description()).orElse(""),
                group.description());
        return item(name);
    }

    @DeleteMapping("/{name}")
    @Described("""
            Removes a group that no user and no key is in.
            @param name of the group
            Example: clerks
            @param ifMatch its ETag, if it must not have changed since""")
    @AlsoAnswers(status = 204, when = "The group is gone")
    @AlsoAnswers(status = 404, when = "There is no such group")
    @AlsoAnswers(status = 409, when = "Users or keys are in the group")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Void> remove(
            @PathVariable("name") String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            Request request) {
        List<String> members = Stream.concat(
                        directory.users().all().stream()
                                .map(Stored::member)
                                .filter(user -> user.groups().contains(name))
                                .map(user -> "user " + user.name()),
                        directory.keys().all().stream()
                                .map(Stored::member)
                                .filter(key -> key.groups().contains(name))
                                .map(key -> "key " + key.id()))
                .limit(10)
                .toList();
        if (!members.isEmpty()) {
            throw ProblemType.ofStatus(409)
                    .because("The group " + name + " still has members: " + String.join(", ", members) + ".")
                    .exception();
        }
        Stored<Group> before = writes.find(name, ifMatch);
        writes.remove(before);
        audit.changed(request, "group:" + name, before.member().description(), "");
        return ResponseEntity.noContent().build();
    }

    @Described("""
            A group.
            @param name of the group
            @param description for people
            @param users number of users in it
            @param keys number of keys in it""")
    public record Item(String name, String description, long users, long keys) {}
}
