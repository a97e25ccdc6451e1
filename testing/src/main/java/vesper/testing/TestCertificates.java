package vesper.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Self-signed certificates and their keys, as PEM files beside a key store. */
public final class TestCertificates {
    public static final char[] PASSWORD = "changeit".toCharArray();
    /** It needs no key derivation with thousands of rounds, as PKCS12 does each time that a key is written or read. */
    private static final String TYPE = "JKS";

    private static final String NAMES = "san=";
    private static final int DAYS = 90;

    private static final class Shared {
        static final TestCertificates ONE = withServer(temporaryFolder());
    }

    private final Path folder;
    private final Path storeFile;
    private final KeyStore store;

    private TestCertificates(Path folder, Path storeFile) {
        this.folder = folder;
        this.storeFile = storeFile;
        try {
            store = KeyStore.getInstance(TYPE);
            store.load(null, null);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
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

    /** Returns a store without certificates, to be kept in a file of this name in the folder. */
    public static TestCertificates in(Path folder, String store) {
        return new TestCertificates(folder, folder.resolve(store + ".jks"));
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

    /** Returns the store that has all that were made, with their keys behind {@link #PASSWORD}. */
    public KeyStore store() {
        return store;
    }

    /**
     * Makes a key and its certificate, unless there are some of that name, and writes both into PEM files.
     *
     * @param options those of {@code keytool -genkeypair}, of which there are {@code -ext san=NAME,…},
     *     {@code -startdate -DAYSd} and {@code -validity DAYS}
     */
    public synchronized void make(String name, String subject, String... options) {
        if (Files.exists(certificate(name))) return;
        List<String> names = List.of();
        Duration age = Duration.ZERO;
        Duration validity = Duration.ofDays(DAYS);
        for (int i = 0; i < options.length; i += 2) {
            String value = options[i + 1];
            switch (options[i]) {
                case "-ext" -> names = List.of(value.substring(NAMES.length()).split(",", -1));
                case "-startdate" -> age = Duration.ofDays(Long.parseLong(value.substring(1, value.length() - 1)));
                case "-validity" -> validity = Duration.ofDays(Long.parseLong(value));
                default -> throw new IllegalArgumentException("option " + options[i]);
            }
        }
        Instant from = Instant.now().minus(age);
        try {
            SelfSignedCertificate made = SelfSignedCertificate.of(subject, names, from, from.plus(validity));
            store.setKeyEntry(name, made.keys().getPrivate(), PASSWORD, new Certificate[] {made.certificate()});
            try (OutputStream out = Files.newOutputStream(storeFile)) {
                store.store(out, PASSWORD);
            }
            storeFile.toFile().deleteOnExit();
            write(key(name), "PRIVATE KEY", made.keys().getPrivate().getEncoded());
            write(certificate(name), "CERTIFICATE", made.certificate().getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void write(Path file, String label, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n", US_ASCII);
        file.toFile().deleteOnExit();
    }
}
