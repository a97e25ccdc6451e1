package vesper.rest.answers;

import java.util.regex.Pattern;
import vesper.rest.Problem;

/** Writes a problem in the XML format of RFC 9457, appendix B. */
final class ProblemXml {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");

    private final StringBuilder text = new StringBuilder(256);

    private ProblemXml() {}

    static String of(Problem problem) {
        ProblemXml xml = new ProblemXml();
        xml.text.append("<problem xmlns=\"urn:ietf:rfc:7807\">");
        xml.element("type", problem.type().type());
        xml.element("title", problem.type().title());
        xml.element("status", String.valueOf(problem.type().status()));
        if (!problem.detail().isEmpty()) xml.element("detail", problem.detail());
        if (!problem.errors().isEmpty()) xml.errors(problem);
        problem.members().forEach(xml::member);
        return xml.text.append("</problem>").toString();
    }

    /** Appends a member. Members with nested values or with a name that is not valid in XML appear only in JSON. */
    private void member(String name, Object value) {
        boolean simple = value instanceof CharSequence || value instanceof Number || value instanceof Boolean;
        if (simple && NAME.matcher(name).matches()) element(name, value.toString());
    }

    private void errors(Problem problem) {
        text.append("<errors>");
        for (Problem.BadValue error : problem.errors()) {
            text.append("<i>");
            element("pointer", error.pointer());
            element("detail", error.detail());
            text.append("</i>");
        }
        text.append("</errors>");
    }

    private void element(String name, String content) {
        text.append('<').append(name).append('>');
        content.codePoints().forEach(this::character);
        text.append("</").append(name).append('>');
    }

    private void character(int c) {
        switch (c) {
            case '<' -> text.append("&lt;");
            case '>' -> text.append("&gt;");
            case '&' -> text.append("&amp;");
            default -> text.appendCodePoint(isXml(c) ? c : '\uFFFD');
        }
    }

    /** Checks for the Char production of XML 1.0, section 2.2. */
    private static boolean isXml(int c) {
        if (c < ' ') return c == '\t' || c == '\n' || c == '\r';
        return c < 0xD800 || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF);
    }
}
