package vesper.records.callers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;

/**
 * The name of a request's caller. It is the subject of the client's verified certificate, or else the user name of
 * {@code Authorization: Basic}, which is not verified here. At most {@value #LONGEST} characters without control
 * characters; empty if there is no name. The password is not checked, but it must be present: credentials without a
 * password or a colon are taken for a key or token, not a name.
 */
public final class CallerName {
    /** Limit in characters; longer names are cut. */
    public static final int LONGEST = 128;

    private static final String BASIC = "Basic ";
    /**
     * Base64 characters to decode: enough for {@value #LONGEST} characters of four UTF-8 bytes each, and some more. If
     * no colon follows within them, the caller has no name.
     */
    private static final int LONGEST_ENCODED = (LONGEST * 4 / 3 + 4) * 4;

    private CallerName() {}

    public static String of(Request request) {
        Optional<String> subject = request.clientSubject();
        return printable(subject.orElseGet(() -> basicUser(request.headers().firstOrNull("Authorization"))));
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

    private static String printable(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        for (int i = 0; i < cut.length(); i++) {
            if (Character.isISOControl(cut.charAt(i))) return cut.replaceAll("\\p{Cntrl}", "\uFFFD");
        }
        return cut;
    }
}
