package vesper.codec;

import com.ctc.wstx.exc.WstxEOFException;
import com.ctc.wstx.exc.WstxUnexpectedCharException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** Describes faults in XML texts, in our own words for what Woodstox reports. */
final class XmlErrors {
    /** Thrown for a text with a document type declaration. */
    static final class DoctypeException extends JacksonException {
        private static final long serialVersionUID = 1;

        DoctypeException() {
            super("a DOCTYPE", null, null);
        }
    }

    private record Known(Pattern pattern, String message) {
        static Known of(String theirs, String ours) {
            return new Known(Pattern.compile(theirs, Pattern.DOTALL), ours);
        }
    }

    private static final List<Known> KNOWN = List.of(
            Known.of("Unexpected EOF in prolog.*", "it is empty"),
            Known.of(
                    "Unexpected EOF; was expecting a close tag for element <([^>]*)>.*",
                    "expected </$1>, found the end"),
            Known.of("Unexpected EOF in attribute value.*", "it ends in the middle of an attribute"),
            Known.of("Unexpected EOF in (CDATA section|comment).*", "it ends in the middle of a $1"),
            Known.of("Unexpected close tag <(/[^>]*)>; expected <(/[^>]*)>.*", "expected <$2>, found <$1>"),
            Known.of("Undeclared general entity \"([^\"]*)\".*", "the entity &$1; is not known"),
            Known.of("Undeclared namespace prefix \"([^\"]*)\".*", "the prefix $1 is not bound to a namespace"),
            Known.of("Duplicate attribute '([^']*)'.*", "the attribute $1 occurs twice in one element"),
            Known.of(".*expected '='.*", "an attribute has no value"),
            Known.of(".*Expected a quote.*", "an attribute value is not in quotes"),
            Known.of(".*expected a semi-colon after the reference for entity '([^']*)'.*", "&$1 is not followed by ;"),
            Known.of("String '--' not allowed in comment.*", "a comment contains --"),
            Known.of("String ']]>' not allowed.*", "a text contains ]]>"),
            Known.of(
                    "(Illegal character entity|Invalid character reference).*",
                    "a character reference names a character that XML does not allow"),
            Known.of("Illegal processing instruction target.*", "an XML declaration is not at the beginning"),
            Known.of("Unsupported encoding.*", "its encoding is not known"),
            Known.of("Maximum Element Depth.*", "elements are nested deeper than " + Limits.DEPTH + " levels"),
            Known.of("Document nesting depth.*", "elements are nested deeper than " + Limits.DEPTH + " levels"),
            Known.of("Attribute limit.*", "an element has more than " + Limits.ATTRIBUTES + " attributes"),
            Known.of("Text size limit.*", "a text is longer than " + Limits.STRING_LENGTH + " characters"),
            Known.of("Name length.*", "a name is longer than " + Limits.NAME_LENGTH + " characters"),
            Known.of("Number value length.*", "a number is longer than " + Limits.NUMBER_LENGTH + " characters"));

    private XmlErrors() {}

    static DecodeResult.Malformed<Object> of(JacksonException failure) {
        if (failure instanceof DoctypeException)
            return new DecodeResult.Malformed<>("XML with a DOCTYPE is not accepted", 0, 0);
        String words = "The XML is not well-formed: " + words(failure);
        if (failure.getCause() instanceof XMLStreamException e && e.getLocation() != null) {
            Location place = e.getLocation();
            // Woodstox's column is the number of characters before the position that it reports.
            return new DecodeResult.Malformed<>(
                    words, Math.max(0, place.getLineNumber()), Math.max(0, place.getColumnNumber()));
        }
        TokenStreamLocation place = failure.getLocation();
        return place == null
                ? new DecodeResult.Malformed<>(words, 0, 0)
                : new DecodeResult.Malformed<>(words, Math.max(0, place.getLineNr()), Math.max(0, place.getColumnNr()));
    }

    private static String words(JacksonException failure) {
        String theirs = String.valueOf(failure.getOriginalMessage());
        for (Known known : KNOWN) {
            Matcher matcher = known.pattern.matcher(theirs);
            if (matcher.matches()) return matcher.replaceFirst(known.message);
        }
        return words(failure.getCause());
    }

    private static String words(@Nullable Throwable cause) {
        return switch (cause) {
            case WstxEOFException _ -> "it ends too early";
            case WstxUnexpectedCharException e -> "unexpected " + JsonSyntaxChecker.printable(e.getChar());
            case null, default -> "it contains something that is not allowed";
        };
    }
}
