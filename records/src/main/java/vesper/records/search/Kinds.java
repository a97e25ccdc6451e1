package vesper.records.search;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import vesper.http.Method;

/** The kinds of records: requests, and the work of triggers, which have their kind in place of the method. */
public final class Kinds {
    /** The kind of all requests. */
    public static final String REQUEST = "request";

    private static final Set<String> METHODS =
            Arrays.stream(Method.values()).map(Method::name).collect(Collectors.toUnmodifiableSet());

    private Kinds() {}

    /** Returns the kind of a record with this method; empty if it has none. */
    public static String ofMethod(String method) {
        return METHODS.contains(method) ? REQUEST : method.toLowerCase(Locale.ROOT);
    }

    static boolean isField(String field) {
        return FieldNames.of(field).equals("kind");
    }
}
