package vesper.http;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's certificate and key, read from files, and read again when these change. Existing connections keep the
 * certificate they started with. If the new files cannot be used, the old certificate stays, and the log reports why,
 * once.
 */
final class TlsContext implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TlsContext.class);
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final TlsSettings settings;
    private final Handshakes handshakes;
    private final Thread watcher =
            Thread.ofPlatform().daemon().name("tls certificate").unstarted(this::watch);
    private volatile SslContext current;
    private volatile boolean closed;
    private List<String> stamps;

    private TlsContext(TlsSettings settings) throws UnusableCertificateException {
        this.settings = settings;
        this.handshakes = new Handshakes(settings.handshakesWaiting());
        this.stamps = stampsNow();
        this.current = load();
    }

    static TlsContext open(TlsSettings settings) throws UnusableCertificateException {
        TlsContext context = new TlsContext(settings);
        context.watcher.start();
        return context;
    }

    /**
     * Creates the handler of a connection. The connection fails with
     * {@link java.util.concurrent.RejectedExecutionException} if too many handshakes wait.
     */
    SslHandler newHandler(SocketChannel channel) {
        FirstHandshake first = new FirstHandshake(handshakes, channel);
        SslHandler handler = current.newHandler(channel.alloc(), first);
        first.belongsTo(handler);
        handler.setHandshakeTimeoutMillis(settings.handshakeTimeout().toMillis());
        return handler;
    }

    /** Returns whether another handshake may start. */
    boolean mayStart() {
        return handshakes.mayStart();
    }

    Duration handshakeTimeout() {
        return settings.handshakeTimeout();
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, LOOK.toNanos());
            handshakes.reportRejections();
            List<String> now = stampsNow();
            if (closed || now.equals(stamps)) continue;
            stamps = now;
            reload();
        }
    }

    private void reload() {
        try {
            current = load();
            log.info("the TLS certificate {} was read again, new connections get it", settings.certificate());
        } catch (UnusableCertificateException | RuntimeException e) {
            log.error("the TLS certificate stays as it was: {}", e.getMessage());
        }
    }

    /** Returns the modification time and size of each file, which show changes without reading it. */
    private List<String> stampsNow() {
        List<String> found = new ArrayList<>();
        found.add(stamp(settings.certificate()));
        found.add(stamp(settings.key()));
        Path authority = settings.clientAuthority();
        if (authority != null) found.add(stamp(authority));
        return found;
    }

    private static String stamp(Path path) {
        try {
            return Files.getLastModifiedTime(path) + " " + Files.size(path);
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private SslContext load() throws UnusableCertificateException {
        X509Certificate[] chain = certificates();
        PrivateKey key = PemFile.read("TLS key", settings.key()).key();
        if (!belongTogether(chain[0], key)) {
            throw new UnusableCertificateException(
                    "the TLS key " + settings.key() + " does not belong to the certificate " + settings.certificate());
        }
        logDates(chain[0]);
        try {
            return context(chain, key);
        } catch (SSLException | IllegalArgumentException e) {
            throw new UnusableCertificateException(
                    "the TLS certificate " + settings.certificate() + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * One file may hold both certificate and key. If it holds neither, the message should not name the certificate
     * alone.
     */
    private X509Certificate[] certificates() throws UnusableCertificateException {
        if (!settings.certificate().equals(settings.key()))
            return PemFile.read("TLS certificate", settings.certificate()).certificates();
        PemFile both = PemFile.read("file of TLS certificate and key", settings.certificate());
        both.requireAny();
        return both.certificates();
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default -> "SHA256withRSA";
        };
        byte[] probe = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private void logDates(X509Certificate certificate) {
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            log.warn(
                    "the TLS certificate {} has expired, clients will refuse it: {}",
                    settings.certificate(),
                    e.getMessage());
        } catch (CertificateNotYetValidException e) {
            log.warn(
                    "the TLS certificate {} is not valid yet, clients will refuse it: {}",
                    settings.certificate(),
                    e.getMessage());
        }
    }

    private SslContext context(X509Certificate[] chain, PrivateKey key)
            throws SSLException, UnusableCertificateException {
        SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2,
                        ApplicationProtocolNames.HTTP_1_1))
                .clientAuth(
                        switch (settings.clientAuth()) {
                            case NONE -> ClientAuth.NONE;
                            case WANT -> ClientAuth.OPTIONAL;
                            case NEED -> ClientAuth.REQUIRE;
                        });
        Path authority = settings.clientAuthority();
        if (authority != null)
            builder.trustManager(
                    PemFile.read("authority of TLS clients", authority).certificates());
        return builder.build();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watcher);
        handshakes.close();
    }
}
