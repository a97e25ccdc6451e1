package vesper.launcher.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Keys of the form {@code packages.NAME.KEY}. They are properties of packages rather than settings, so any key and
 * value is valid. Settings that concern packages have no second dot.
 */
public final class PackageProperty {
    private static final String PREFIX = "packages.";
    private static final Pattern SECRET = Pattern.compile("password|passwd|secret|token|credential|api-?key");

    private PackageProperty() {}

    /** Checks whether the key has this form. */
    static boolean isOne(String key) {
        int dot = key.startsWith(PREFIX) ? key.indexOf('.', PREFIX.length()) : -1;
        return dot > PREFIX.length() && dot < key.length() - 1;
    }

    /** Returns {@code NAME.KEY}. */
    public static String nameOf(RawSetting raw) {
        return raw.key().substring(PREFIX.length());
    }

    /** Returns the value as it was written, or asterisks if the key suggests a secret. */
    public static String shownText(RawSetting raw) {
        boolean secret = SECRET.matcher(raw.key().toLowerCase(Locale.ROOT)).find();
        return secret && !raw.text().isEmpty() ? "********" : raw.text();
    }
}
