package vesper.launcher.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import vesper.hosting.DiskFailure;

/**
 * PEM files for TLS connections that this program opens.
 *
 * @param trusted certificates to trust, exclusively; empty for those that the JDK trusts
 * @param certificate certificate chain of the caller, with {@code key}; empty if the caller has none
 * @param key in PKCS #8 without a password
 */
public record TlsFiles(Optional<Path> trusted, Optional<Path> certificate, Optional<Path> key) {
    /** The purpose of a file. */
    public enum Role {
        TRUSTED,
        CERTIFICATE,
        KEY
    }

    /** A file cannot be used. */
    public static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;
        private final Role role;

        UnusableException(Role role, Path file, String why) {
            super(file + " cannot be used: " + why);
            this.role = role;
        }

        public Role role() {
            return role;
        }
    }

    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

    public TlsFiles {
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("a certificate and its key go together");
        }
    }

    /** Checks whether there are no files, so that the defaults of the JDK apply. */
    public boolean isEmpty() {
        return trusted.isEmpty() && certificate.isEmpty();
    }

    public SSLContext context() throws UnusableException {
        TrustManager @Nullable [] trust = trusted.isPresent() ? trusting(trusted.get()) : null;
        KeyManager @Nullable [] identity =
                certificate.isPresent() && key.isPresent() ? identity(certificate.get(), key.get()) : null;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity, trust, null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("TLS is missing", failure);
        }
    }

    private static TrustManager[] trusting(Path file) throws UnusableException {
        Certificate[] certificates = certificates(Role.TRUSTED, file);
        try {
            KeyStore trusted = empty();
            for (int i = 0; i < certificates.length; i++) trusted.setCertificateEntry("trusted " + i, certificates[i]);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            return trust.getTrustManagers();
        } catch (GeneralSecurityException | IOException failure) {
            throw new UnusableException(Role.TRUSTED, file, String.valueOf(failure.getMessage()));
        }
    }

    private static KeyManager[] identity(Path certificateFile, Path keyFile) throws UnusableException {
        Certificate[] chain = certificates(Role.CERTIFICATE, certificateFile);
        Matcher found = KEY.matcher(new String(bytes(Role.KEY, keyFile), US_ASCII));
        if (!found.find()) {
            throw new UnusableException(Role.KEY, keyFile, "it has no BEGIN PRIVATE KEY (PKCS #8 without a password)");
        }
        try {
            PrivateKey secret = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1))));
            KeyStore identity = empty();
            identity.setKeyEntry("caller", secret, new char[0], chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity, new char[0]);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException failure) {
            throw new UnusableException(
                    Role.KEY, keyFile, "it does not match " + certificateFile + " (" + failure.getMessage() + ")");
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    private static Certificate[] certificates(Role role, Path file) throws UnusableException {
        try {
            Certificate[] certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes(role, file)))
                    .toArray(Certificate[]::new);
            if (certificates.length == 0) throw new UnusableException(role, file, "it has no certificate");
            return certificates;
        } catch (GeneralSecurityException failure) {
            throw new UnusableException(role, file, String.valueOf(failure.getMessage()));
        }
    }

    private static byte[] bytes(Role role, Path file) throws UnusableException {
        try {
            if (Files.isDirectory(file)) throw new UnusableException(role, file, "it is a folder");
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UnusableException(role, file, DiskFailure.reason(failure));
        }
    }
}
