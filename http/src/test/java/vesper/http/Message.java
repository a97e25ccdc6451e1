package vesper.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request as understood by a parser, in a form that can be compared between parsers. Names are in lower case, and so
 * are values, since Jetty changes the case of known words. The target has no dot segments, and the host of an absolute
 * target replaces the Host field.
 *
 * @param fields one {@code name: value} each, without Host
 */
record Message(String method, String target, String host, List<String> fields, String content) {
    /** Creates a message from the request line and the field lines. */
    static Message of(String method, String target, List<String> namesAndValues, String content) {
        String host = "";
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            String name = namesAndValues.get(i).toLowerCase(Locale.ROOT);
            String value = stripBlanks(namesAndValues.get(i + 1));
            if (name.equals("host")) host = value.toLowerCase(Locale.ROOT);
            else fields.add(name + ": " + value.toLowerCase(Locale.ROOT));
        }
        if (target.startsWith("/") || target.equals("*") || method.equals("CONNECT"))
            return new Message(method, normalized(target), host, fields, content);

        String rest = target.replaceFirst("^[A-Za-z]+://", "");
        int path = rest.split("[/?]", 2)[0].length();
        String asked = method.equals("OPTIONS") && path == rest.length() ? "*" : normalized(rest.substring(path));
        return new Message(method, asked, rest.substring(0, path).toLowerCase(Locale.ROOT), fields, content);
    }

    private static String normalized(String target) {
        if (target.equals("*")) return target;
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        String query = question < 0 ? "" : target.substring(question + 1);
        String clean = path.isEmpty() ? "/" : RequestTarget.withoutDotSegments(path);
        return clean + (query.isEmpty() ? "" : "?" + query);
    }

    private static String stripBlanks(String value) {
        return value.replaceAll("^[ \t]+|[ \t]+$", "");
    }
}
