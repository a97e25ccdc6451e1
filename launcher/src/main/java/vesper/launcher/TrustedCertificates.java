package vesper.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import vesper.hosting.DiskFailure;

/** Trust in the certificates of one PEM file, and in no others. */
final class TrustedCertificates {
    private TrustedCertificates() {}

    static TrustManager[] only(Path file) throws CommandFailedException {
        if (Files.isDirectory(file)) throw failed(file, "it is a folder");
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) throw failed(file, "it holds no certificate");
            return trusting(certificates);
        } catch (IOException e) {
            throw failed(file, DiskFailure.reason(e));
        } catch (GeneralSecurityException e) {
            throw failed(file, String.valueOf(e.getMessage()));
        }
    }

    private static TrustManager[] trusting(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        for (Certificate certificate : certificates)
            trusted.setCertificateEntry("trusted " + trusted.size(), certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    private static CommandFailedException failed(Path file, String why) {
        return new CommandFailedException(ExitCode.FAILED, "--ca " + file + " cannot be used: " + why);
    }
}
