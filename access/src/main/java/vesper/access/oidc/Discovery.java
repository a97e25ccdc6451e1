package vesper.access.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.Map;

/** Reads the address of an issuer's keys from its discovery document (OpenID Connect Discovery 1.0, section 4). */
final class Discovery {
    private static final String DOCUMENT = "/.well-known/openid-configuration";

    private final ResourceRetriever retriever;

    Discovery(ResourceRetriever retriever) {
        this.retriever = retriever;
    }

    /**
     * Returns the address of the keys.
     *
     * @throws IOException if the document cannot be read, or belongs to another issuer
     */
    URI keysOf(URI issuer) throws IOException {
        String base = issuer.toString().replaceFirst("/$", "");
        Resource document =
                retriever.retrieveResource(URI.create(base + DOCUMENT).toURL());
        try {
            Map<String, Object> members = JSONObjectUtils.parse(document.getContent());
            // A document of another issuer would have its keys verify tokens of this one.
            String named = JSONObjectUtils.getString(members, "issuer");
            if (!issuer.toString().equals(named)) {
                throw new IOException("the discovery document of " + issuer + " names the issuer " + named);
            }
            URI keys = JSONObjectUtils.getURI(members, "jwks_uri");
            if (keys == null) throw new IOException("the discovery document of " + issuer + " has no jwks_uri");
            return keys;
        } catch (ParseException e) {
            throw new IOException("the discovery document of " + issuer + " cannot be read: " + e.getMessage(), e);
        }
    }
}
