package vesper.codec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.dataformat.xml.XmlNameProcessor;

/**
 * Converts property names to XML names and back. A character that is not allowed at its position becomes
 * {@code _x0020_}, its UTF-16 code in hex, as in ISO/IEC 9075-14 (SQL/XML). The empty name has no element: Jackson
 * writes its value as the text of the parent.
 */
final class XmlNames implements XmlNameProcessor {
    private static final long serialVersionUID = 1;
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-F]{4})_");

    @Override
    public void encodeName(XmlName name) {
        String local = name.localPart;
        if (!isName(local)) name.localPart = encoded(local);
    }

    @Override
    public void decodeName(XmlName name) {
        if (!name.localPart.contains("_x")) return;
        String decoded = decoded(name.localPart);
        // An escape that names half of a surrogate pair is kept as literal text.
        if (!Surrogates.hasLone(decoded)) name.localPart = decoded;
    }

    private static boolean isName(String text) {
        if (text.isEmpty()) return true;
        if (!startsName(text.charAt(0))) return false;
        for (int i = 1; i < text.length(); i++) if (!continuesName(text.charAt(i))) return false;
        return true;
    }

    private static String encoded(String text) {
        StringBuilder name = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Surrogates.isLone(text, i)) name.append(Surrogates.REPLACEMENT);
            else if (i == 0 ? startsName(c) : continuesName(c)) name.append(c);
            else name.append(String.format("_x%04X_", (int) c));
        }
        return name.toString();
    }

    private static String decoded(String name) {
        return ESCAPE.matcher(name)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }

    private static boolean startsName(char c) {
        return c < 128 ? isAsciiLetter(c) || c == '_' : isNameLetter(c);
    }

    private static boolean continuesName(char c) {
        return c < 128
                ? isAsciiLetter(c) || c == '_' || c == '-' || c == '.' || (c >= '0' && c <= '9')
                : isNameLetter(c);
    }

    private static boolean isAsciiLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Checks whether a character is in the blocks of NameStartChar (XML 1.0, section 2.3) beyond ASCII, without the
     * supplementary planes.
     */
    private static boolean isNameLetter(char c) {
        return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7)
                || (c >= 0x370 && c <= 0x1FFF && c != 0x37E)
                || (c >= 0x3001 && c <= 0xD7FF)
                || (c >= 0xF900 && c <= 0xFDCF)
                || (c >= 0xFDF0 && c <= 0xFFFD);
    }
}
