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

/** The condition of a request on the version of its document (RFC 9110, section 13.1). */
sealed interface WriteCondition {
    /** Values of conditional header fields: {@code *}, or a list of entity tags, whose elements may be empty. */
    Pattern TAGS = Pattern.compile("\\*|[ \t,]*+(?:W/)?+\"[!#-~\\x80-\\xff]*+\""
            + "(?:[ \t]*+,[ \t,]*+(?:W/)?+\"[!#-~\\x80-\\xff]*+\")*+[ \t,]*+");
    /** An entity tag without its quotes. */
    Pattern UNQUOTED_TAG = Pattern.compile("[\\w.-]{1,64}");

    /** The request has no condition. */
    record None() implements WriteCondition {}

    /** {@code If-None-Match: *}: the document must not exist. */
    record Absent() implements WriteCondition {}

    /** {@code If-Match: "3"}: the document must be in this version. */
    record Exactly(Version version) implements WriteCondition {}

    /** Any other condition, which must be evaluated against the document. */
    record Evaluated(Request request) implements WriteCondition {
        /**
         * Checks whether the condition holds for the current document. Without a document, all conditions but
         * {@code If-Match} hold.
         */
        boolean holds(Optional<? extends Document<?>> current) {
            return current.map(it -> Preconditions.of(request, validators(it.version(), it.storedAt()))
                            == Preconditions.Verdict.HELD)
                    .orElseGet(() -> request.headers().combinedOrNull("If-Match") == null);
        }

        /**
         * Checks whether the condition names a single version. {@code *}, a list or a time may hold for a version that
         * the client has not read.
         */
        boolean namesVersion() {
            String match = request.headers().combinedOrNull("If-Match");
            return match != null && version(match.strip()).isPresent();
        }
    }

    /** Checks whether the condition fails without a document (RFC 9110, section 13.1.1). */
    default boolean requiresDocument() {
        return switch (this) {
            case None(), Absent() -> false;
            case Exactly _ -> true;
            case Evaluated(var request) -> request.headers().combinedOrNull("If-Match") != null;
        };
    }

    /**
     * Returns the version that the write requires, or empty for any.
     *
     * @throws IllegalArgumentException if the condition must be evaluated against the document
     */
    default Optional<Version> expected() {
        return switch (this) {
            case None() -> Optional.empty();
            case Absent() -> Optional.of(Version.NONE);
            case Exactly(var version) -> Optional.of(version);
            case Evaluated _ -> throw new IllegalArgumentException("the condition must be evaluated first");
        };
    }

    /** @throws vesper.rest.ProblemException if a field does not contain entity tags */
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
        return new Evaluated(request);
    }

    /**
     * Rejects malformed entity tags. A tag without quotes would match no version and look like a stale one.
     *
     * @throws vesper.rest.ProblemException naming each field
     */
    static void requireTags(Request request) {
        List<BadValue> errors = new ArrayList<>();
        for (String name : List.of("If-Match", "If-None-Match")) {
            String field = request.headers().combinedOrNull(name);
            if (field == null || TAGS.matcher(field.strip()).matches()) continue;
            boolean isBare = UNQUOTED_TAG.matcher(field.strip()).matches();
            errors.add(new BadValue(
                    name,
                    isBare
                            ? "an entity tag must be in quotes: \"" + field.strip() + '"'
                            : "expected * or entity tags in quotes, like \"3\""));
        }
        if (errors.isEmpty()) return;
        throw ProblemType.BAD_REQUEST
                .because("The condition is not valid")
                .withErrors(errors)
                .exception();
    }

    /** Returns the version for a single tag, if it can be the tag of a document. */
    private static Optional<Version> version(String tag) {
        int last = tag.length() - 1;
        boolean isQuoted = last >= 2 && last <= 19 && tag.charAt(0) == '"' && tag.charAt(last) == '"';
        if (!isQuoted || !tag.chars().skip(1).limit(last - 1L).allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        long version = Long.parseLong(tag, 1, last, 10);
        // Versions start at 1, and their tags have no leading zeros.
        return version > 0 && tag.charAt(1) != '0' ? Optional.of(new Version(version)) : Optional.empty();
    }

    /** Returns the entity tag of a version. */
    static String tag(Version version) {
        return "\"" + version.number() + '"';
    }

    /** Returns the validators of a document. */
    static Validators validators(Version version, Instant storedAt) {
        return new Validators(EntityTag.strong(Long.toString(version.number())), storedAt);
    }
}
