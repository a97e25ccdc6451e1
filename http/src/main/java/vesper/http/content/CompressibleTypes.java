package vesper.http.content;

import java.util.Locale;
import java.util.Set;

/** Media types whose content is worth compressing. Images, audio, video and archives are compressed already. */
final class CompressibleTypes {
    private static final Set<String> APPLICATION = Set.of(
            "json",
            "xml",
            "javascript",
            "ecmascript",
            "wasm",
            "x-ndjson",
            "ndjson",
            "x-javascript",
            "xhtml+xml",
            "x-www-form-urlencoded",
            "graphql",
            "sql",
            "toml",
            "yaml",
            "x-yaml",
            "rtf",
            "vnd.ms-fontobject",
            "x-sh");
    private static final Set<String> OTHERS =
            Set.of("font/ttf", "font/otf", "font/collection", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon");

    private CompressibleTypes() {}

    static boolean include(String contentType) {
        int end = contentType.indexOf(';');
        String type =
                (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        // An open event stream would hold a coder for hours, and has next to nothing to compress.
        if (type.equals("text/event-stream")) return false;
        if (type.startsWith("text/") || type.endsWith("+json") || type.endsWith("+xml")) return true;
        if (OTHERS.contains(type)) return true;
        return type.startsWith("application/") && APPLICATION.contains(type.substring("application/".length()));
    }
}
