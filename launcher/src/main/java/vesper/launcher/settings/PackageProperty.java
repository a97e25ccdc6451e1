package vesper.launcher.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The keys {@code packages.NAME.KEY}: a property of a package rather than a setting, so anything may stand there. The
 * settings about packages have no second dot.
 */
public final class PackageProperty {
    private static final String PREFIX = "packages.";
    private static final Pattern SECRET = Pattern.compile("password|passwd|secret|token|credential|api-?key");

    private PackageProperty() {}

    /** Whether this key names a package and a key of it. */
    static boolean isOne(String key) {
        int dot = key.startsWith(PREFIX) ? key.indexOf('.', PREFIX.length()) : -1;
        return dot > PREFIX.length() && dot < key.length() - 1;
    }

    /** {@code NAME.KEY}. */
    public static String nameOf(Said said) {
        return said.key().substring(PREFIX.length());
    }

    /** The value as it was written, or stars where the key sounds like a secret. */
    public static String shownText(Said said) {
        boolean secret = SECRET.matcher(said.key().toLowerCase(Locale.ROOT)).find();
        return secret && !said.text().isEmpty() ? "********" : said.text();
    }
}
