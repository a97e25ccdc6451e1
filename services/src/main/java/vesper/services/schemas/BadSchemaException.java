package vesper.services.schemas;

import java.util.List;
import vesper.documents.Refusal;

/** Thrown for a file that is not a schema, or a schema that is not supported. */
public final class BadSchemaException extends Exception {
    private static final long serialVersionUID = 1;

    private static final int MAX_IN_MESSAGE = 5;

    private final transient List<Refusal> refusals;

    BadSchemaException(String file, List<Refusal> refusals) {
        super(file + ": " + message(refusals));
        this.refusals = List.copyOf(refusals);
    }

    private static String message(List<Refusal> refusals) {
        StringBuilder message = new StringBuilder();
        for (Refusal each : refusals.subList(0, Math.min(MAX_IN_MESSAGE, refusals.size()))) {
            if (!message.isEmpty()) message.append("; ");
            if (!each.pointer().isEmpty()) message.append(each.pointer()).append(' ');
            message.append(each.reason());
        }
        if (refusals.size() > MAX_IN_MESSAGE)
            message.append("; and ").append(refusals.size() - MAX_IN_MESSAGE).append(" more");
        return message.toString();
    }

    /** Returns all faults; their pointers lead into the file. */
    public List<Refusal> refusals() {
        return refusals;
    }
}
