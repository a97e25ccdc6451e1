package vesper.http.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How https is spoken. The server's certificate must be trusted and name the host, always.
 *
 * @param trust PEM file with the certificates that are trusted; without it those of the JDK
 * @param certificates PEM file with this client's certificate chain, for servers that ask for one
 * @param key PEM file with its private key, PKCS#8 and not encrypted
 */
public record ClientTls(Optional<Path> trust, Optional<Path> certificates, Optional<Path> key) {
    /** The JDK's trust, no certificate of our own. */
    public static final ClientTls DEFAULTS = new ClientTls(Optional.empty(), Optional.empty(), Optional.empty());

    public ClientTls {
        if (certificates.isPresent() != key.isPresent())
            throw new IllegalArgumentException("a client certificate and its key come together or not at all");
    }

    /** Trusts only what this PEM file holds. */
    public static ClientTls trusting(Path pem) {
        return new ClientTls(Optional.of(pem), Optional.empty(), Optional.empty());
    }

    /** The same trust, and this certificate for servers that ask for one. */
    public ClientTls withCertificate(Path chain, Path privateKey) {
        return new ClientTls(trust, Optional.of(chain), Optional.of(privateKey));
    }
}
