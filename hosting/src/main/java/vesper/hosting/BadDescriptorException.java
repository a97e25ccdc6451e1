package vesper.hosting;

import java.util.List;

/** A {@code package.properties} that says something that is not understood. */
final class BadDescriptorException extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    BadDescriptorException(List<String> problems) {
        String said = "package.properties: " + String.join("; ", problems);
        super(said);
        reason = said;
    }

    /** Every problem of it, for its author. */
    String reason() {
        return reason;
    }
}
