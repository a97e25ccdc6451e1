package vesper.http.content;

import java.time.Instant;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.fields.HttpDate;

/** Evaluation of a request's preconditions, in the order of RFC 9110, section 13.2.2. */
public final class Preconditions {
    /** Result of the evaluation. */
    public enum Verdict {
        /** The request is to be performed. */
        HELD,
        /** 304: the client has this version. */
        NOT_MODIFIED,
        /** 412: a condition does not hold. */
        FAILED
    }

    private Preconditions() {}

    /** Evaluates the conditions against an existing resource of this version. */
    public static Verdict of(Request request, Validators current) {
        Headers headers = request.headers();
        if (!isStillMeant(headers, current)) return Verdict.FAILED;
        boolean reads = request.method() == Method.GET || request.method() == Method.HEAD;
        String noneMatch = headers.combinedOrNull("If-None-Match");
        if (noneMatch != null) {
            if (!matchesWeakly(noneMatch, current)) return Verdict.HELD;
            return reads ? Verdict.NOT_MODIFIED : Verdict.FAILED;
        }
        return reads && isUnmodified(headers, current) ? Verdict.NOT_MODIFIED : Verdict.HELD;
    }

    /** Returns whether a range may be sent: {@code If-Range} is missing, or matches the current version. */
    public static boolean allowsRange(Request request, Validators current) {
        String condition = request.headers().firstOrNull("If-Range");
        if (condition == null) return true;
        if (condition.contains("\"")) {
            Optional<EntityTag> asked = EntityTag.parse(condition);
            return asked.isPresent()
                    && current.tag().filter(asked.get()::isStrongly).isPresent();
        }
        return HttpDate.parse(condition).isPresent()
                && HttpDate.parse(condition).equals(current.modifiedAt());
    }

    private static boolean isStillMeant(Headers headers, Validators current) {
        String match = headers.combinedOrNull("If-Match");
        if (match != null) {
            if (match.strip().equals("*")) return true;
            return current.tag()
                    .filter(tag -> EntityTag.list(match).stream()
                            .anyMatch(asked -> asked.unmarked().isStrongly(tag.unmarked())))
                    .isPresent();
        }
        Optional<Instant> since =
                Optional.ofNullable(headers.firstOrNull("If-Unmodified-Since")).flatMap(HttpDate::parse);
        return since.isEmpty()
                || current.modifiedAt().filter(at -> at.isAfter(since.get())).isEmpty();
    }

    private static boolean matchesWeakly(String condition, Validators current) {
        if (condition.strip().equals("*")) return true;
        return current.tag()
                .filter(tag -> EntityTag.list(condition).stream()
                        .anyMatch(asked -> asked.unmarked().isWeakly(tag.unmarked())))
                .isPresent();
    }

    private static boolean isUnmodified(Headers headers, Validators current) {
        Optional<Instant> since =
                Optional.ofNullable(headers.firstOrNull("If-Modified-Since")).flatMap(HttpDate::parse);
        return since.isPresent()
                && current.modifiedAt().filter(at -> !at.isAfter(since.get())).isPresent();
    }
}
