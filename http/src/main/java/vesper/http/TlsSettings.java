package vesper.http;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings for TLS 1.2 and 1.3. The files are PEM, and are read again when they change.
 *
 * @param certificate the server's certificate, followed by the intermediate ones that issued it
 * @param key its private key, PKCS#8, PKCS#1 (RSA) or SEC 1 (EC), not encrypted
 * @param clientAuthority certificates of the authorities trusted for clients; null for those that the JDK trusts
 * @param clientAuth whether clients are asked for a certificate
 * @param handshakeTimeout from the connection until the handshake is complete, after which it is closed
 * @param handshakesWaiting handshake steps that may wait for a thread; beyond it, new connections are closed
 */
public record TlsSettings(
        Path certificate,
        Path key,
        @Nullable Path clientAuthority,
        ClientAuth clientAuth,
        Duration handshakeTimeout,
        int handshakesWaiting) {
    /** A fraction of a second of work for one processor, so that every admitted handshake finishes soon. */
    public static final int DEFAULT_HANDSHAKES_WAITING = 64;

    public TlsSettings {
        if (handshakesWaiting < 1)
            throw new IllegalArgumentException("handshakesWaiting " + handshakesWaiting + " is below 1");
    }

    /** Policy on client certificates. */
    public enum ClientAuth {
        NONE,
        /** Clients are asked; one without a certificate is served all the same. */
        WANT,
        /** A client without a trusted certificate is not served. */
        NEED
    }

    /** Creates settings with ten seconds for the handshake and no client certificates. */
    public static TlsSettings of(Path certificate, Path key) {
        return new TlsSettings(
                certificate, key, null, ClientAuth.NONE, Duration.ofSeconds(10), DEFAULT_HANDSHAKES_WAITING);
    }

    public TlsSettings withClients(ClientAuth auth, @Nullable Path authority) {
        return new TlsSettings(certificate, key, authority, auth, handshakeTimeout, handshakesWaiting);
    }

    public TlsSettings withHandshakeTimeout(Duration timeout) {
        return new TlsSettings(certificate, key, clientAuthority, clientAuth, timeout, handshakesWaiting);
    }

    public TlsSettings withHandshakesWaiting(int most) {
        return new TlsSettings(certificate, key, clientAuthority, clientAuth, handshakeTimeout, most);
    }
}
