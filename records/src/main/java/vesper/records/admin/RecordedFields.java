package vesper.records.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.records.masks.Mask;

/**
 * The header fields of a kept request, without hop-by-hop fields and those that describe how the content was encoded.
 * For masked fields only the name is known. Without them the request would be a different one, perhaps of another user,
 * so a resubmission has to supply their values.
 */
final class RecordedFields {
    static final RecordedFields NONE = new RecordedFields(Headers.NONE, Set.of());

    /**
     * Hop-by-hop fields (RFC 9110, section 7.6.1), and fields that describe the connection or the content's encoding.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "expect",
            "content-length",
            "content-encoding",
            "accept-encoding");

    private final Headers shown;
    private final Set<String> masked;

    private RecordedFields(Headers shown, Set<String> masked) {
        this.shown = shown;
        this.masked = masked;
    }

    /**
     * Parses kept header lines.
     *
     * @param lines in the form {@code name: value}
     */
    static RecordedFields of(String lines) {
        List<String> fields = new ArrayList<>();
        Set<String> masked = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        lines.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon <= 0) return;
            String name = line.substring(0, colon);
            String value = line.substring(colon + 2);
            if (LEFT_OUT.contains(name.toLowerCase(Locale.ROOT))) return;
            // A field whose original value equals the mask's text is treated as masked too.
            if (value.equals(Mask.HIDDEN)) masked.add(name);
            else fields.addAll(List.of(name, value));
        });
        return new RecordedFields(Headers.of(fields.toArray(String[]::new)), masked);
    }

    /** Returns the reason why the request cannot be sent with these replacements. */
    Optional<String> refusal(Map<String, @Nullable String> given) {
        Set<String> missing = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        missing.addAll(masked);
        for (Map.Entry<String, @Nullable String> field : given.entrySet()) {
            if (!isToken(field.getKey()) || LEFT_OUT.contains(field.getKey().toLowerCase(Locale.ROOT)))
                return Optional.of("no header field of this name can be given: " + field.getKey());
            if (!isValue(field.getValue()))
                return Optional.of("the value given for " + field.getKey() + " is none of a header field");
            missing.remove(field.getKey());
        }
        if (missing.isEmpty()) return Optional.empty();
        return Optional.of("its header fields " + String.join(", ", missing)
                + " were masked; resubmit it alone and say in headers what they are, null for none");
    }

    private static boolean isToken(String name) {
        return name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    }

    private static boolean isValue(@Nullable String value) {
        return value == null || value.matches("[ -~\\u00a0-\\u00ff\\t]{0,8192}");
    }

    /** Returns the kept fields with replacements; a null value removes a field. */
    Headers with(Map<String, @Nullable String> given) {
        Headers fields = shown;
        for (Map.Entry<String, @Nullable String> field : given.entrySet()) {
            String value = field.getValue();
            fields = value == null ? fields.without(field.getKey()) : fields.with(field.getKey(), value);
        }
        return fields;
    }
}
