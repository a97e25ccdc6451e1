package vesper.launcher;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import vesper.hosting.DiskFailure;

/** The certificate by which a command proves who calls, and its key, from PEM files. */
final class CallerIdentity {
    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

    private CallerIdentity() {}

    static KeyManager[] of(Path certificateFile, Path keyFile) throws CommandFailedException {
        Certificate[] chain = chain(certificateFile);
        Matcher key = KEY.matcher(new String(bytes("--key", keyFile), US_ASCII));
        if (!key.find()) throw failed("--key", keyFile, "it holds no BEGIN PRIVATE KEY (PKCS #8 without a password)");
        try {
            PrivateKey secret = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key.group(1))));
            KeyStore identity = KeyStore.getInstance(KeyStore.getDefaultType());
            identity.load(null, null);
            identity.setKeyEntry("caller", secret, new char[0], chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity, new char[0]);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw failed("--key", keyFile, "it does not fit " + certificateFile + " (" + e.getMessage() + ")");
        }
    }

    private static Certificate[] chain(Path file) throws CommandFailedException {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes("--cert", file)))
                    .toArray(Certificate[]::new);
            if (chain.length == 0) throw failed("--cert", file, "it holds no certificate");
            return chain;
        } catch (GeneralSecurityException e) {
            throw failed("--cert", file, String.valueOf(e.getMessage()));
        }
    }

    private static byte[] bytes(String flag, Path file) throws CommandFailedException {
        try {
            if (Files.isDirectory(file)) throw failed(flag, file, "it is a folder");
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw failed(flag, file, DiskFailure.reason(e));
        }
    }

    private static CommandFailedException failed(String flag, Path file, String why) {
        return new CommandFailedException(ExitCode.FAILED, flag + " " + file + " cannot be used: " + why);
    }
}
