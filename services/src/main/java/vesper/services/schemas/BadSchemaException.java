package vesper.services.schemas;

import java.util.List;
import vesper.documents.Refusal;

/** Thrown for a file that is not a schema, or a schema that is not supported. */
public final class BadSchemaException extends Exception {
    private static final long serialVersionUID = 1;

    private static final int MOST_IN_MESSAGE = 5;

    private final transient List<Refusal> refusals;

    BadSchemaException(String file, List<Refusal> refusals) {
        super(file + ": " + sentence(refusals));
        this.refusals = List.copyOf(refusals);
    }

    private static String sentence(List<Refusal> refusals) {
        StringBuilder sentence = new StringBuilder();
        for (Refusal each : refusals.subList(0, Math.min(MOST_IN_MESSAGE, refusals.size()))) {
            if (!sentence.isEmpty()) sentence.append("; ");
            if (!each.pointer().isEmpty()) sentence.append(each.pointer()).append(' ');
            sentence.append(each.reason());
        }
        if (refusals.size() > MOST_IN_MESSAGE)
            sentence.append("; and ").append(refusals.size() - MOST_IN_MESSAGE).append(" more");
        return sentence.toString();
    }

    /** Returns all faults; their pointers lead into the file. */
    public List<Refusal> refusals() {
        return refusals;
    }
}
