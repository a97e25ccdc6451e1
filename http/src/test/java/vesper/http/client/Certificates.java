package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate with its key, made by the JDK's keytool. */
record Certificates(KeyStore store, Path certificate, Path key) {
    private static final char[] PASSWORD = "for-tests".toCharArray();

    /** @param name of the host, as {@code dns:localhost} or {@code ip:127.0.0.1} */
    static Certificates of(Path folder, String alias, String name) throws Exception {
        Path file = folder.resolve(alias + ".p12");
        Process keytool = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool",
                        "-genkeypair",
                        "-alias",
                        alias,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + alias,
                        "-ext",
                        "san=" + name,
                        "-validity",
                        "30",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        if (keytool.waitFor() != 0) throw new IllegalStateException(output);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new Certificates(
                store,
                pem(
                        folder.resolve(alias + ".pem"),
                        "CERTIFICATE",
                        store.getCertificate(alias).getEncoded()),
                pem(
                        folder.resolve(alias + ".key"),
                        "PRIVATE KEY",
                        store.getKey(alias, PASSWORD).getEncoded()));
    }

    private static Path pem(Path file, String kind, byte[] der) throws Exception {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    /** A server's context that shows this certificate and trusts the other one. */
    SSLContext trusting(Certificates other) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
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
