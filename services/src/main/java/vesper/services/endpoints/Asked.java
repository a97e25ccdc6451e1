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
final class Asked {
    private final List<BadValue> bad = new ArrayList<>();

    /**
     * Records unknown parameters, each with the one that was probably meant, and parameters that occur more than once
     * and are therefore ambiguous.
     */
    static Asked only(Request request, List<String> known) {
        var asked = new Asked();
        Parameters.of(request.query()).asMap().forEach((name, values) -> {
            if (!known.contains(name)) asked.bad(name, "is not known" + guess(name, known));
            else if (values.size() > 1) asked.bad(name, "is there " + values.size() + " times");
        });
        return asked;
    }

    private static String guess(String name, List<String> known) {
        return Nearest.to(name, known)
                .map(near -> ", did you mean " + near + "?")
                .orElse("; there are " + String.join(", ", known));
    }

    void bad(String name, @Nullable String detail) {
        bad.add(new BadValue(name, String.valueOf(detail)));
    }

    /** @return {@code otherwise} if the parameter is missing or wrong */
    int number(String name, @Nullable String text, int least, int most, int otherwise) {
        if (text == null) return otherwise;
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException _) {
            // Reported below.
        }
        bad(name, "expected a number of " + least + " to " + most);
        return otherwise;
    }

    boolean isTrue(String name, @Nullable String text) {
        if (text == null || text.equals("false")) return false;
        if (!text.equals("true") && !text.isEmpty()) bad(name, "expected true or false");
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
        bad(name, "expected a version, a whole number from 1 on");
        return Optional.empty();
    }

    /** Reads a time with an offset (RFC 3339), or milliseconds since 1970. */
    Optional<Instant> time(String name, @Nullable String text) {
        if (text == null) return Optional.empty();
        // An unescaped plus sign in a query is decoded as a space.
        String said = text.strip().replace(' ', '+');
        try {
            boolean isMillis = !said.isEmpty() && said.chars().allMatch(Character::isDigit);
            return Optional.of(
                    isMillis
                            ? Instant.ofEpochMilli(Long.parseLong(said))
                            : OffsetDateTime.parse(said).toInstant());
        } catch (DateTimeException | NumberFormatException _) {
            bad(name, "expected a time like 2026-11-23T10:15:30Z, or milliseconds since 1970");
            return Optional.empty();
        }
    }

    /** @throws vesper.rest.ProblemException with all faults, if there are any */
    void refuse() {
        if (bad.isEmpty()) return;
        throw ProblemType.BAD_REQUEST
                .because("The request cannot be understood")
                .at(bad)
                .exception();
    }

    /** Returns the document id in a path. */
    static DocumentId id(String text) {
        try {
            return new DocumentId(text);
        } catch (IllegalArgumentException wrong) {
            throw ProblemType.BAD_REQUEST
                    .because("This is no id of a document")
                    .at(List.of(new BadValue("id", String.valueOf(wrong.getMessage()))))
                    .exception();
        }
    }
}
