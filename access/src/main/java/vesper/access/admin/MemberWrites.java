package vesper.access.admin;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.access.directory.Member;
import vesper.access.directory.Members;
import vesper.access.directory.Stored;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Writes of members for clients, with the problems that they can have. */
final class MemberWrites<T extends Member> {
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);

    private final Members<T> members;
    private final String noun;

    /** @param noun for messages: {@code user} */
    MemberWrites(Members<T> members, String noun) {
        this.members = members;
        this.noun = noun;
    }

    private interface OneWrite {
        Write run() throws IOException;
    }

    /** Returns a member, or the problem that there is none. */
    Stored<T> find(String id) {
        return members.stored(id)
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .because("There is no " + noun + " " + id + ".")
                        .exception());
    }

    /** Returns the member if {@code If-Match} names its version, or is missing. */
    Stored<T> find(String id, @Nullable String ifMatch) {
        Stored<T> stored = find(id);
        if (ifMatch == null || ifMatch.strip().equals("*")) return stored;
        if (Arrays.stream(ifMatch.split(",")).map(String::strip).anyMatch(tag(stored.version())::equals)) {
            return stored;
        }
        throw stale(stored.version());
    }

    Stored<T> create(T member) {
        if (members.count() >= Members.MOST) {
            throw CONFLICT.because("There are " + Members.MOST + " already, which is the limit.")
                    .exception();
        }
        return stored(member, () -> members.create(member));
    }

    Stored<T> replace(Stored<T> before, T member) {
        return before.member().equals(member)
                ? before
                : stored(member, () -> members.replace(before.version(), member));
    }

    void remove(Stored<T> before) {
        Write outcome = run(() -> members.remove(before.member().id(), before.version()));
        if (!(outcome instanceof Write.Stored)) throw problem(before.member(), outcome);
    }

    private Stored<T> stored(T member, OneWrite write) {
        Write outcome = run(write);
        if (outcome instanceof Write.Stored stored) return new Stored<>(member, stored.version());
        throw problem(member, outcome);
    }

    private static Write run(OneWrite write) {
        try {
            return write.run();
        } catch (IOException | StorageException failure) {
            throw ProblemType.UNAVAILABLE
                    .because("It cannot be stored now: " + failure.getMessage())
                    .header("Retry-After", "2")
                    .exception();
        }
    }

    private ProblemException problem(T member, Write outcome) {
        return switch (outcome) {
            case Write.Exists _ ->
                CONFLICT.because("There is a " + noun + " " + member.id() + " already.")
                        .withErrors(List.of(new Problem.BadValue("#/name", "is taken")))
                        .exception();
            case Write.Stale overtaken -> stale(overtaken.current());
            case Write.Missing _ ->
                ProblemType.NOT_FOUND
                        .because("There is no " + noun + " " + member.id() + ".")
                        .exception();
            default ->
                ProblemType.UNAVAILABLE
                        .because("It cannot be stored now.")
                        .header("Retry-After", "2")
                        .exception();
        };
    }

    private ProblemException stale(Version current) {
        return ProblemType.ofStatus(412)
                .because("The " + noun + " is in version " + current.number() + " now.")
                .header("ETag", tag(current))
                .exception();
    }

    static String tag(Version version) {
        return "\"" + version.number() + "\"";
    }
}
