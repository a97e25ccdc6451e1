package vesper.access.oidc;

import java.net.URI;
import java.util.Optional;

/**
 * An outside issuer whose tokens are accepted.
 *
 * @param name of the issuer here; the names of its callers start with it: {@code corp:ann}
 * @param issuer the {@code iss} of its tokens, and the address of its discovery document
 * @param audience that its tokens must have
 * @param nameClaim claim with the name of the caller
 * @param groupsClaim claim with the groups of the caller, a list or a text with blanks; empty for none
 * @param tenantClaim claim with the tenant of the caller; empty for none
 * @param operators group whose members operate the server; empty for none
 */
public record IssuerSettings(
        String name,
        URI issuer,
        String audience,
        String nameClaim,
        Optional<String> groupsClaim,
        Optional<String> tenantClaim,
        Optional<String> operators) {
    public IssuerSettings {
        boolean isHttps = "https".equals(issuer.getScheme()) || isLoopback(issuer);
        if (!isHttps || issuer.getHost() == null) {
            throw new IllegalArgumentException(
                    "the issuer " + issuer + " must be an https URL; http is accepted on this machine only");
        }
        if (audience.isBlank()) {
            throw new IllegalArgumentException("the issuer " + name
                    + " needs an audience: without one, tokens for other" + " services would be accepted");
        }
    }

    private static boolean isLoopback(URI issuer) {
        String host = String.valueOf(issuer.getHost());
        return "http".equals(issuer.getScheme()) && (host.equals("localhost") || host.startsWith("127."));
    }

    /** Returns settings with the usual claims: {@code sub} for the name, and neither groups nor tenant. */
    public static IssuerSettings of(String name, URI issuer, String audience) {
        return new IssuerSettings(name, issuer, audience, "sub", Optional.empty(), Optional.empty(), Optional.empty());
    }
}
