package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The user name of {@code Authorization: Basic} (RFC 7617), which is not verified here. The password is not checked,
 * but it must be present: credentials without a password or a colon are taken for a key or token, not a name.
 */
final class ClaimedName {
    private static final String BASIC = "Basic ";
    /**
     * Base64 characters to decode: enough for {@value Caller#LONGEST_NAME} characters of four UTF-8 bytes each, and
     * some more. If no colon follows within them, the caller has no name.
     */
    private static final int LONGEST_ENCODED = (Caller.LONGEST_NAME * 4 / 3 + 4) * 4;

    private ClaimedName() {}

    /** Returns an empty string if there is no name. */
    static String of(Headers headers) {
        return printable(basicUser(headers.firstOrNull("Authorization")));
    }

    private static String basicUser(@Nullable String credentials) {
        if (credentials == null || !credentials.regionMatches(true, 0, BASIC, 0, BASIC.length())) return "";
        String encoded = credentials.substring(BASIC.length()).strip();
        boolean isCut = encoded.length() > LONGEST_ENCODED;
        try {
            byte[] beginning = Base64.getDecoder().decode(isCut ? encoded.substring(0, LONGEST_ENCODED) : encoded);
            String pair = new String(beginning, UTF_8);
            int colon = pair.indexOf(':');
            if (colon < 0) return "";
            boolean hasPassword = isCut || colon + 1 < pair.length();
            return hasPassword ? pair.substring(0, colon) : "";
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Returns a name of at most {@value Caller#LONGEST_NAME} characters without control characters. */
    static String printable(String name) {
        String cut = name.length() > Caller.LONGEST_NAME ? name.substring(0, Caller.LONGEST_NAME) : name;
        for (int i = 0; i < cut.length(); i++) {
            if (Character.isISOControl(cut.charAt(i))) return cut.replaceAll("\\p{Cntrl}", "\uFFFD");
        }
        return cut;
    }
}
