package vesper.records.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.rest.openapi.Described;

/** What is to be other than in the request that was kept. */
public record ResubmitEdit(
        @Described("The body in the place of the one that was kept: a text as it is, anything else as JSON") @Nullable
        Object body,

        @Described("Its media type, that of the request where nothing is said") @Nullable
        String contentType,

        @Described("The query in the place of the one that was kept, without the question mark") @Nullable
        String query,

        @Described("Header fields in the place of those that were kept; null for none") @Nullable
        Map<String, @Nullable String> headers) {
    static final ResubmitEdit NONE = new ResubmitEdit(null, null, null, null);

    Map<String, @Nullable String> fields() {
        return headers == null ? Map.of() : headers;
    }
}
