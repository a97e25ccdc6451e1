package vesper.access;

import vesper.access.tokens.TokenSettings;

/**
 * Settings of the access module.
 *
 * @param byDefault what applies to a path that nothing is said about
 * @param certificates which part of a client's certificate names the user
 */
public record AccessSettings(AccessDefault byDefault, TokenSettings tokens, CertificateName certificates) {
    /** The part of a client's certificate that names the user. */
    public enum CertificateName {
        /** Certificates do not name users. */
        NONE,
        /** The common name of the subject. */
        CN,
        /** The first e-mail address, host name or URI among the alternative names. */
        SAN
    }
}
