package vesper.access;

import java.util.List;
import vesper.access.oidc.IssuerSettings;
import vesper.access.tokens.TokenSettings;

/**
 * Settings of the access module.
 *
 * @param byDefault what applies to a path that nothing is said about
 * @param issuers outside issuers whose tokens are accepted
 */
public record AccessSettings(AccessDefault byDefault, TokenSettings tokens, List<IssuerSettings> issuers) {
    public AccessSettings {
        issuers = List.copyOf(issuers);
    }
}
