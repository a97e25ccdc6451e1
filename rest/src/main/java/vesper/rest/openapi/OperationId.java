package vesper.rest.openapi;

import java.util.Locale;
import vesper.http.Method;
import vesper.rest.paths.PathTemplate;

/** Creates the ID of an operation, which generated clients use as method name. */
final class OperationId {
    private OperationId() {}

    /** Returns {@code getApiOrdersById} for {@code GET /api/orders/{id}}. The ID depends only on method and path. */
    static String of(Method method, PathTemplate path) {
        StringBuilder id = new StringBuilder(method.name().toLowerCase(Locale.ROOT));
        for (String piece : path.text().split("[^A-Za-z0-9{}]+")) {
            for (String word : piece.split("(?=\\{)|(?<=})")) {
                if (word.isEmpty()) continue;
                boolean variable = word.startsWith("{");
                String name = variable ? word.replaceAll("[{}]", "") : word;
                if (name.isEmpty()) continue;
                if (variable) id.append("By");
                id.append(Character.toUpperCase(name.charAt(0))).append(name.substring(1));
            }
        }
        return id.toString();
    }
}
