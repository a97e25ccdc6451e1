package vesper.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldSyntax;

/**
 * The value of a {@code Set-Cookie} field (RFC 6265bis, section 4.1), with safe defaults: sent over TLS only
 * ({@code Secure}; browsers count loopback as that), not readable by scripts ({@code HttpOnly}), not sent with requests
 * from other sites except for links ({@code SameSite=Lax}), for this host alone (no {@code Domain}), for every path,
 * until the browser is closed.
 *
 * <p>Immutable. Rejects what browsers would silently drop: an invalid character, more than {@value #LONGEST}
 * characters, a name that starts with {@code __Host-} or {@code __Secure-} without the properties this promises,
 * {@code SameSite=None} without {@code Secure}.
 *
 * @param maxAge how long it is kept; null for until the browser is closed, zero to delete it
 * @param domain domain whose sub-domains get it too; null for this host alone
 */
public record SetCookie(
        String name,
        String value,
        @Nullable Duration maxAge,
        @Nullable String domain,
        String path,
        boolean secure,
        boolean httpOnly,
        SameSite sameSite) {
    /** Policy for requests that other sites cause. */
    public enum SameSite {
        /** Never. */
        STRICT("Strict"),
        /** Only when the user follows a link. */
        LAX("Lax"),
        /** Always; requires {@code Secure}. */
        NONE("None");

        private final String written;

        SameSite(String written) {
            this.written = written;
        }
    }

    /** Most characters of name and value together that browsers keep. */
    public static final int LONGEST = 4096;

    private static final int LONGEST_ATTRIBUTE = 1024;
    /** Browsers limit the age of every cookie to this. */
    private static final Duration LONGEST_AGE = Duration.ofDays(400);

    public SetCookie {
        if (!FieldSyntax.isToken(name)) throw new IllegalArgumentException("no name of a cookie: " + name);
        if (!isCookieValue(value))
            throw new IllegalArgumentException("cookie " + name + ": its value has a character that none may have");
        if (name.length() + value.length() > LONGEST)
            throw new IllegalArgumentException("cookie " + name + " is over " + LONGEST + " characters");
        checkAttribute(name, path);
        if (!path.startsWith("/")) throw new IllegalArgumentException("cookie " + name + ": no path: " + path);
        if (domain != null) checkAttribute(name, domain);
        if (maxAge != null && (maxAge.isNegative() || maxAge.compareTo(LONGEST_AGE) > 0))
            throw new IllegalArgumentException("cookie " + name + ": no age from 0 to 400 days: " + maxAge);
        boolean needsSecure = startsWith(name, "__Secure-") || startsWith(name, "__Host-") || sameSite == SameSite.NONE;
        if (needsSecure && !secure) throw new IllegalArgumentException("cookie " + name + " must be Secure");
        if (startsWith(name, "__Host-") && (domain != null || !path.equals("/")))
            throw new IllegalArgumentException("cookie " + name + " must have the path / and no domain");
    }

    /** Creates a cookie with every safe default. */
    public static SetCookie of(String name, String value) {
        return new SetCookie(name, value, null, null, "/", true, true, SameSite.LAX);
    }

    /** Deletes a cookie that was set with the same domain and path. */
    public static SetCookie deleting(String name) {
        return of(name, "").keptFor(Duration.ZERO);
    }

    public SetCookie keptFor(Duration age) {
        return new SetCookie(name, value, age, domain, path, secure, httpOnly, sameSite);
    }

    public SetCookie forDomain(String other) {
        return new SetCookie(name, value, maxAge, other, path, secure, httpOnly, sameSite);
    }

    public SetCookie forPath(String other) {
        return new SetCookie(name, value, maxAge, domain, other, secure, httpOnly, sameSite);
    }

    public SetCookie with(SameSite other) {
        return new SetCookie(name, value, maxAge, domain, path, secure, httpOnly, other);
    }

    /** Allows sending it without TLS, where anyone on the network path can read it. */
    public SetCookie evenWithoutTls() {
        return new SetCookie(name, value, maxAge, domain, path, false, httpOnly, sameSite);
    }

    /** Lets the page's scripts read it, including any injected ones. */
    public SetCookie readableByScripts() {
        return new SetCookie(name, value, maxAge, domain, path, secure, false, sameSite);
    }

    /** Returns the field value, such as {@code session=31d4; Path=/; Secure; HttpOnly; SameSite=Lax}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append('=').append(value);
        if (maxAge != null) text.append("; Max-Age=").append(maxAge.toSeconds());
        if (domain != null) text.append("; Domain=").append(domain);
        text.append("; Path=").append(path);
        if (secure) text.append("; Secure");
        if (httpOnly) text.append("; HttpOnly");
        return text.append("; SameSite=").append(sameSite.written).toString();
    }

    /** Browsers ignore the case of these prefixes. */
    private static boolean startsWith(String name, String prefix) {
        return name.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static boolean isCookieValue(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        String octets = quoted ? value.substring(1, value.length() - 1) : value;
        return octets.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\');
    }

    private static void checkAttribute(String name, String value) {
        boolean fits =
                value.length() <= LONGEST_ATTRIBUTE && value.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != ';');
        if (!fits || value.isEmpty())
            throw new IllegalArgumentException("cookie " + name + ": bad attribute: " + value);
    }
}
