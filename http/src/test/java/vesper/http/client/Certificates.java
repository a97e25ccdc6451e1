package vesper.http.client;

import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import vesper.testing.TestCertificates;

/** A self-signed certificate with its key. */
record Certificates(KeyStore store, Path certificate, Path key) {
    /** @param name name of the host, as {@code dns:localhost} or {@code ip:127.0.0.1} */
    static Certificates of(Path folder, String alias, String name) {
        TestCertificates made = TestCertificates.in(folder, alias);
        made.make(alias, "CN=" + alias, "-ext", "san=" + name);
        return new Certificates(made.store(), made.certificate(alias), made.key(alias));
    }

    /** Returns a server context that presents this certificate and trusts the other one. */
    SSLContext trusting(Certificates other) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, TestCertificates.PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        String alias = other.store.aliases().nextElement();
        Certificate certificate = other.store.getCertificate(alias);
        trusted.setCertificateEntry(alias, certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
