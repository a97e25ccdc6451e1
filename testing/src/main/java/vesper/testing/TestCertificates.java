package vesper.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Test certificates and keys, made with the JDK's keytool and stored as PEM files in a temporary folder. */
public final class TestCertificates {
    public static final char[] PASSWORD = "changeit".toCharArray();
    private static final int BOUND_SECONDS = 60;

    private static final class Shared {
        static final TestCertificates ONE = withServer(temporaryFolder());
    }

    private final Path folder;
    private final Path store;

    private TestCertificates(Path folder, Path store) {
        this.folder = folder;
        this.store = store;
    }

    /** Returns a shared instance with the pair {@code server}: a self-signed certificate for localhost. */
    public static TestCertificates shared() {
        return Shared.ONE;
    }

    private static TestCertificates withServer(Path folder) {
        TestCertificates made = in(folder, "keys");
        made.make("server", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1");
        return made;
    }

    /** Returns an empty instance with a key store of this name. */
    public static TestCertificates in(Path folder, String store) {
        return new TestCertificates(folder, folder.resolve(store + ".p12"));
    }

    private static Path temporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("vesper-certificates");
            folder.toFile().deleteOnExit();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path certificate(String name) {
        return folder.resolve(name + ".crt");
    }

    public Path key(String name) {
        return folder.resolve(name + ".key");
    }

    public KeyStore store() {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            return keys;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates a key pair of this name unless it exists, and writes its key and certificate as PEM files. */
    public synchronized void make(String name, String subject, String... more) {
        if (Files.exists(certificate(name))) return;
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", name, "-dname", subject, "-keyalg", "EC", "-groupname", "secp256r1"));
        arguments.addAll(Arrays.asList(more));
        keytool(arguments);
        try {
            Key key = store().getKey(name, PASSWORD);
            Certificate certificate = store().getCertificate(name);
            write(key(name), "PRIVATE KEY", key.getEncoded());
            write(certificate(name), "CERTIFICATE", certificate.getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void write(Path file, String label, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n", US_ASCII);
        file.toFile().deleteOnExit();
    }

    private void keytool(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(arguments);
        command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0)
                throw new IllegalStateException("keytool: " + said);
            store.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
