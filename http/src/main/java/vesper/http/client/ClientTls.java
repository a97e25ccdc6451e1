package vesper.http.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS settings of a client. The server's certificate must always be trusted and name the host.
 *
 * @param trust PEM file with the trusted certificates; if empty, those of the JDK
 * @param certificates PEM file with this client's certificate chain, for servers that request one
 * @param key PEM file with its private key, PKCS#8 and not encrypted
 */
public record ClientTls(Optional<Path> trust, Optional<Path> certificates, Optional<Path> key) {
    /** The JDK's trusted certificates, and no client certificate. */
    public static final ClientTls DEFAULTS = new ClientTls(Optional.empty(), Optional.empty(), Optional.empty());

    public ClientTls {
        if (certificates.isPresent() != key.isPresent())
            throw new IllegalArgumentException("a client certificate and its key come together or not at all");
    }

    /** Trusts only the certificates in this PEM file. */
    public static ClientTls trusting(Path pem) {
        return new ClientTls(Optional.of(pem), Optional.empty(), Optional.empty());
    }

    /** Returns a copy with a certificate for servers that request one. */
    public ClientTls withCertificate(Path chain, Path privateKey) {
        return new ClientTls(trust, Optional.of(chain), Optional.of(privateKey));
    }
}
