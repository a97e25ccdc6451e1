package vesper.services.endpoints;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import vesper.documents.Document;
import vesper.documents.Version;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.http.content.EntityTag;
import vesper.http.content.Preconditions;
import vesper.http.content.Validators;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;

/** Against which version of a document a change was made, as its request says (RFC 9110, section 13.1). */
sealed interface WriteCondition {
    /** What conditions on versions are: {@code *}, or a list of tags, in which an element may be empty. */
    Pattern TAGS = Pattern.compile("\\*|[ \t,]*+(?:W/)?+\"[!#-~\\x80-\\xff]*+\""
            + "(?:[ \t]*+,[ \t,]*+(?:W/)?+\"[!#-~\\x80-\\xff]*+\")*+[ \t,]*+");
    /** A tag without its quotes. */
    Pattern BARE = Pattern.compile("[\\w.-]{1,64}");

    /** Nothing is said. */
    record None() implements WriteCondition {}

    /** {@code If-None-Match: *}: the document is not there. */
    record Absent() implements WriteCondition {}

    /** {@code If-Match: "3"}: the document is in this version. */
    record Exactly(Version version) implements WriteCondition {}

    /** Anything else, which has to be looked at beside the document. */
    record Depending(Request request) implements WriteCondition {
        /** Whether it holds for what is there; conditions other than {@code If-Match} are about something that is. */
        boolean holds(Optional<? extends Document<?>> current) {
            return current.map(it -> Preconditions.of(request, validators(it.version(), it.storedAt()))
                            == Preconditions.Verdict.HELD)
                    .orElseGet(() -> request.headers().combinedOrNull("If-Match") == null);
        }

        /** Whether it is about one version; {@code *}, a list and a time may hold for one that nobody has read. */
        boolean namesVersion() {
            String match = request.headers().combinedOrNull("If-Match");
            return match != null && version(match.strip()).isPresent();
        }
    }

    /** Whether it cannot hold where there is no document (RFC 9110, section 13.1.1); other conditions can. */
    default boolean wantsOne() {
        return switch (this) {
            case None(), Absent() -> false;
            case Exactly _ -> true;
            case Depending(var request) -> request.headers().combinedOrNull("If-Match") != null;
        };
    }

    /**
     * The version that a write has to name; empty where it names none.
     *
     * @throws IllegalArgumentException where it depends on what is there
     */
    default Optional<Version> expected() {
        return switch (this) {
            case None() -> Optional.empty();
            case Absent() -> Optional.of(Version.NONE);
            case Exactly(var version) -> Optional.of(version);
            case Depending _ -> throw new IllegalArgumentException("has to be looked at first");
        };
    }

    /** @throws vesper.rest.ProblemException where its tags are none */
    static WriteCondition of(Request request) {
        requireTags(request);
        Headers headers = request.headers();
        String match = headers.combinedOrNull("If-Match");
        String noneMatch = headers.combinedOrNull("If-None-Match");
        boolean isSince = headers.firstOrNull("If-Unmodified-Since") != null;
        if (match == null && noneMatch == null && !isSince) return new None();
        if (match == null && noneMatch != null && noneMatch.strip().equals("*")) return new Absent();
        if (match != null && noneMatch == null) {
            Optional<Version> version = version(match.strip());
            if (version.isPresent()) return new Exactly(version.get());
        }
        return new Depending(request);
    }

    /**
     * Refuses what are no tags: one without its quotes would be no version that there is, and look like a stale one.
     *
     * @throws vesper.rest.ProblemException naming each field
     */
    static void requireTags(Request request) {
        List<BadValue> bad = new ArrayList<>();
        for (String name : List.of("If-Match", "If-None-Match")) {
            String said = request.headers().combinedOrNull(name);
            if (said == null || TAGS.matcher(said.strip()).matches()) continue;
            boolean isBare = BARE.matcher(said.strip()).matches();
            bad.add(new BadValue(
                    name,
                    isBare
                            ? "an entity tag stands in quotes: \"" + said.strip() + '"'
                            : "expected * or entity tags in quotes, like \"3\""));
        }
        if (bad.isEmpty()) return;
        throw ProblemType.BAD_REQUEST
                .because("The condition cannot be understood")
                .at(bad)
                .exception();
    }

    /** The version that a single tag is of, if it is one of a document. */
    private static Optional<Version> version(String tag) {
        int last = tag.length() - 1;
        boolean isQuoted = last >= 2 && last <= 19 && tag.charAt(0) == '"' && tag.charAt(last) == '"';
        if (!isQuoted || !tag.chars().skip(1).limit(last - 1L).allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        long version = Long.parseLong(tag, 1, last, 10);
        // No document has version 0, and it has one text only.
        return version > 0 && tag.charAt(1) != '0' ? Optional.of(new Version(version)) : Optional.empty();
    }

    /** The tag of a version. */
    static String tag(Version version) {
        return "\"" + version.number() + '"';
    }

    /** What a document says of its version. */
    static Validators validators(Version version, Instant storedAt) {
        return new Validators(EntityTag.strong(Long.toString(version.number())), storedAt);
    }
}
