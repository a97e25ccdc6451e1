package vesper.services.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.services.schemas.Subschemas.Located;

/** Resolves the references of a schema that stay in its file: {@code #}, {@code #/$defs/name} and {@code #anchor}. */
final class References {
    private final Map<String, Located> byPointer = new HashMap<>();
    private final Map<String, Located> byAnchor = new HashMap<>();
    private final String baseUri;

    private References(String baseUri) {
        this.baseUri = baseUri;
    }

    static References of(JsonNode root) {
        References references =
                new References(withoutEmptyFragment(root.path("$id").asString("")));
        for (Located each : Subschemas.all(root)) {
            references.byPointer.put(each.pointer(), each);
            for (String anchor : List.of("$anchor", "$dynamicAnchor")) {
                JsonNode name = each.schema().path(anchor);
                if (name.isString()) references.byAnchor.put(name.asString(), each);
            }
        }
        return references;
    }

    static String withoutEmptyFragment(String uri) {
        return uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
    }

    /** Returns the target of a reference, if the schema has the keyword and the target is in this file. */
    Optional<Located> of(JsonNode schema, String keyword) {
        JsonNode reference = schema.path(keyword);
        return reference.isString() ? to(reference.asString()) : Optional.empty();
    }

    private Optional<Located> to(String reference) {
        String within =
                !baseUri.isEmpty() && reference.startsWith(baseUri) ? reference.substring(baseUri.length()) : reference;
        if (!within.isEmpty() && !within.startsWith("#")) return Optional.empty();
        String fragment;
        try {
            // In a URI, a plus sign is not an encoded space.
            fragment = within.isEmpty()
                    ? ""
                    : URLDecoder.decode(within.substring(1).replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        boolean isPointer = fragment.isEmpty() || fragment.startsWith("/");
        return Optional.ofNullable(isPointer ? byPointer.get(fragment) : byAnchor.get(fragment));
    }
}
