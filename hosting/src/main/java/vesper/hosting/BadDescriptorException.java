package vesper.hosting;

import java.util.List;
import java.util.stream.Collectors;

/** A {@code package.properties} that says something that is not understood. */
final class BadDescriptorException extends Exception {
    private static final long serialVersionUID = 1;

    /** A file of nothing but unknown keys would otherwise fill the log and every answer. */
    private static final int MOST_TOLD = 20;

    private final String reason;

    BadDescriptorException(List<String> problems) {
        String more = problems.size() > MOST_TOLD ? "; and " + (problems.size() - MOST_TOLD) + " more" : "";
        String said =
                "package.properties: " + problems.stream().limit(MOST_TOLD).collect(Collectors.joining("; ")) + more;
        super(said);
        reason = said;
    }

    /** Every problem of it, for its author. */
    String reason() {
        return reason;
    }
}
