package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and private keys in the text form of RFC 7468. */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final long LARGEST_BYTES = 1 << 20;
    private static final String[] KEY_ALGORITHMS = {"RSA", "EC", "EdDSA", "RSASSA-PSS"};

    private static final class Block {
        final String label;
        final byte[] content;

        Block(String label, byte[] content) {
            this.label = label;
            this.content = content;
        }
    }

    private final String what;
    private final Path path;
    private final List<Block> blocks;

    private PemFile(String what, Path path, List<Block> blocks) {
        this.what = what;
        this.path = path;
        this.blocks = blocks;
    }

    /** @param what for messages: "TLS key" */
    static PemFile read(String what, Path path) throws UnusableCertificateException {
        String text = text(what, path);
        List<Block> blocks = new ArrayList<>();
        for (Matcher matcher = BLOCK.matcher(text); matcher.find(); ) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw new UnusableCertificateException(
                        "the " + what + " " + path + " is damaged: " + e.getMessage(), e);
            }
        }
        return new PemFile(what, path, blocks);
    }

    private static String text(String what, Path path) throws UnusableCertificateException {
        try {
            if (Files.size(path) > LARGEST_BYTES)
                throw new UnusableCertificateException("the " + what + " " + path + " is larger than 1 MiB");
            return Files.readString(path, ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new UnusableCertificateException("the " + what + " " + path + " does not exist", e);
        } catch (UnusableCertificateException e) {
            throw e;
        } catch (IOException e) {
            throw new UnusableCertificateException("the " + what + " " + path + " cannot be read: " + e, e);
        }
    }

    /** Fails unless the file contains anything in the form of RFC 7468. */
    void requireAny() throws UnusableCertificateException {
        if (blocks.isEmpty()) throw unusable("holds neither a certificate nor a private key in PEM form");
    }

    /** Returns at least one certificate. */
    X509Certificate[] certificates() throws UnusableCertificateException {
        List<X509Certificate> found = new ArrayList<>();
        try {
            CertificateFactory x509 = CertificateFactory.getInstance("X.509");
            for (Block block : blocks) {
                if (!block.label.equals("CERTIFICATE")) continue;
                Certificate certificate = x509.generateCertificate(new ByteArrayInputStream(block.content));
                if (certificate instanceof X509Certificate known) found.add(known);
            }
        } catch (GeneralSecurityException e) {
            throw unusable("holds a damaged certificate: " + e.getMessage(), e);
        }
        if (found.isEmpty()) throw unusable("holds no certificate in PEM form");
        return found.toArray(X509Certificate[]::new);
    }

    PrivateKey key() throws UnusableCertificateException {
        for (Block block : blocks) {
            switch (block.label) {
                case "PRIVATE KEY" -> {
                    return key(block.content);
                }
                case "RSA PRIVATE KEY" -> {
                    return key(Der.pkcs8OfRsa(block.content));
                }
                case "EC PRIVATE KEY" -> {
                    return key(ec(block.content));
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw unusable("is encrypted; openssl pkey -in FILE -out FILE writes it without a password");
                default -> {}
            }
        }
        throw unusable("holds no private key in PEM form");
    }

    private byte[] ec(byte[] sec1) throws UnusableCertificateException {
        try {
            return Der.pkcs8OfEc(sec1);
        } catch (IllegalArgumentException e) {
            throw unusable("holds a damaged key: " + e.getMessage(), e);
        }
    }

    private PrivateKey key(byte[] pkcs8) throws UnusableCertificateException {
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // A key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw unusable("cannot be used: " + e.getMessage(), e);
            }
        }
        throw unusable("holds a damaged key, or one that is neither RSA nor EC nor EdDSA");
    }

    private UnusableCertificateException unusable(String why) {
        return new UnusableCertificateException("the " + what + " " + path + " " + why);
    }

    private UnusableCertificateException unusable(String why, Throwable cause) {
        return new UnusableCertificateException("the " + what + " " + path + " " + why, cause);
    }
}
