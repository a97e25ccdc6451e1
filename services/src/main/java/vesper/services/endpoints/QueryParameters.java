package vesper.services.endpoints;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentId;
import vesper.documents.Version;
import vesper.http.Request;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;
import vesper.rest.bodies.Parameters;
import vesper.rest.names.Nearest;

/** Reads the parameters of a request and collects their faults, so that all are reported at once. */
final class QueryParameters {
    private final List<BadValue> errors = new ArrayList<>();

    /**
     * Records unknown parameters, each with the one that was probably meant, and parameters that occur more than once
     * and are therefore ambiguous.
     */
    static QueryParameters requireKnown(Request request, List<String> known) {
        var parameters = new QueryParameters();
        Parameters.of(request.query()).asMap().forEach((name, values) -> {
            if (!known.contains(name)) parameters.addError(name, "is not known" + guess(name, known));
            else if (values.size() > 1) parameters.addError(name, "occurs " + values.size() + " times");
        });
        return parameters;
    }

    private static String guess(String name, List<String> known) {
        return Nearest.to(name, known)
                .map(near -> ", did you mean " + near + "?")
                .orElse("; known parameters: " + String.join(", ", known));
    }

    void addError(String name, @Nullable String detail) {
        errors.add(new BadValue(name, String.valueOf(detail)));
    }

    /** @return {@code otherwise} if the parameter is missing or wrong */
    int number(String name, @Nullable String text, int min, int max, int fallback) {
        if (text == null) return fallback;
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= min && number <= max) return number;
        } catch (NumberFormatException _) {
            // Reported below.
        }
        addError(name, "expected a number from " + min + " to " + max);
        return fallback;
    }

    boolean flag(String name, @Nullable String text) {
        if (text == null || text.equals("false")) return false;
        if (!text.equals("true") && !text.isEmpty()) addError(name, "expected true or false");
        return true;
    }

    Optional<Version> version(String name, @Nullable String text) {
        if (text == null) return Optional.empty();
        try {
            long number = Long.parseLong(text.strip());
            if (number > 0) return Optional.of(new Version(number));
        } catch (NumberFormatException _) {
            // Reported below.
        }
        addError(name, "expected a version, a whole number of at least 1");
        return Optional.empty();
    }

    /** Reads a time with an offset (RFC 3339), or milliseconds since 1970. */
    Optional<Instant> time(String name, @Nullable String text) {
        if (text == null) return Optional.empty();
        // An unescaped plus sign in a query is decoded as a space.
        String stripped = text.strip().replace(' ', '+');
        try {
            boolean isMillis = !stripped.isEmpty() && stripped.chars().allMatch(Character::isDigit);
            return Optional.of(
                    isMillis
                            ? Instant.ofEpochMilli(Long.parseLong(stripped))
                            : OffsetDateTime.parse(stripped).toInstant());
        } catch (DateTimeException | NumberFormatException _) {
            addError(name, "expected a time like 2026-11-23T10:15:30Z, or milliseconds since 1970");
            return Optional.empty();
        }
    }

    /** @throws vesper.rest.ProblemException with all faults, if there are any */
    void throwIfInvalid() {
        if (errors.isEmpty()) return;
        throw ProblemType.BAD_REQUEST
                .because("The request is not valid")
                .withErrors(errors)
                .exception();
    }

    /** Returns the document id in a path. */
    static DocumentId id(String text) {
        try {
            return new DocumentId(text);
        } catch (IllegalArgumentException wrong) {
            throw ProblemType.BAD_REQUEST
                    .because("The document id is not valid")
                    .withErrors(List.of(new BadValue("id", String.valueOf(wrong.getMessage()))))
                    .exception();
        }
    }
}
