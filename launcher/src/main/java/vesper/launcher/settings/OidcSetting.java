package vesper.launcher.settings;

import java.util.List;
import vesper.rest.names.Nearest;

/** Keys of the form {@code access.oidc.NAME.KEY}: an outside issuer whose tokens are accepted. */
public final class OidcSetting {
    public static final String ISSUER = "issuer";
    public static final String AUDIENCE = "audience";
    public static final String NAME_CLAIM = "name-claim";
    public static final String GROUPS_CLAIM = "groups-claim";
    public static final String TENANT_CLAIM = "tenant-claim";
    public static final String OPERATORS = "operators";

    private static final String PREFIX = "access.oidc.";
    private static final List<String> KEYS =
            List.of(ISSUER, AUDIENCE, NAME_CLAIM, GROUPS_CLAIM, TENANT_CLAIM, OPERATORS);

    private OidcSetting() {}

    static boolean isOne(String key) {
        return key.startsWith(PREFIX);
    }

    /** Returns the name of the issuer. */
    public static String nameOf(RawSetting raw) {
        return raw.key().substring(PREFIX.length(), raw.key().lastIndexOf('.'));
    }

    /** Returns the last part of the key. */
    public static String keyOf(RawSetting raw) {
        return raw.key().substring(raw.key().lastIndexOf('.') + 1);
    }

    static boolean isValid(RawSetting raw) {
        boolean hasName = raw.key().lastIndexOf('.') > PREFIX.length();
        return hasName && KEYS.contains(keyOf(raw)) && !raw.text().isBlank();
    }

    /** Describes an unknown key or a missing value. */
    static String mistake(RawSetting raw) {
        String key = keyOf(raw);
        return raw.origin().text() + ": " + raw.key()
                + " needs the form access.oidc.NAME.KEY and a value; KEY is one of " + String.join(", ", KEYS)
                + Nearest.suggestion(key, KEYS);
    }
}
