package vesper.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate that is signed with its own key, an elliptic curve's. The JDK has no API that issues certificates and
 * its keytool is a process that takes a second of CPU time, so this writes the bytes of RFC 5280, section 4.1:
 * <pre>
 * Certificate    := SEQUENCE { TBSCertificate, algorithm, BIT STRING signature }
 * TBSCertificate := SEQUENCE { [0] version, serial, algorithm, issuer, validity, subject, public key, [3] extensions }
 * </pre>
 */
record SelfSignedCertificate(KeyPair keys, Certificate certificate) {
    private static final byte[] ECDSA_WITH_SHA256 = sequence(bytes("06082a8648ce3d040302"));
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = bytes("0603551d11");
    private static final byte[] VERSION_3 = bytes("a003020102");

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int EXTENSIONS = 0xa3;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;

    private static final int SERIAL_BITS = 64;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    /**
     * Makes a pair of keys and its certificate.
     *
     * @param subject as {@code CN=alice,O=Example}
     * @param names of the host, as {@code dns:localhost} or {@code ip:127.0.0.1}
     */
    static SelfSignedCertificate of(String subject, List<String> names, Instant from, Instant until)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        byte[] name = new X500Principal(subject).getEncoded();
        byte[] content = sequence(
                VERSION_3,
                of(INTEGER, new BigInteger(SERIAL_BITS, new SecureRandom()).toByteArray()),
                ECDSA_WITH_SHA256,
                name,
                sequence(time(from), time(until)),
                name,
                keys.getPublic().getEncoded(),
                extensions(names));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        byte[] whole = sequence(content, ECDSA_WITH_SHA256, of(BIT_STRING, new byte[1], signature.sign()));
        return new SelfSignedCertificate(
                keys, CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole)));
    }

    private static byte[] extensions(List<String> names) {
        if (names.isEmpty()) return new byte[0];
        byte[] all =
                sequence(names.stream().map(SelfSignedCertificate::generalName).toArray(byte[][]::new));
        return of(EXTENSIONS, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, of(OCTET_STRING, all))));
    }

    private static byte[] generalName(String name) {
        String value = name.substring(name.indexOf(':') + 1);
        if (name.startsWith("dns:")) return of(DNS_NAME, value.getBytes(US_ASCII));
        if (name.startsWith("ip:"))
            return of(IP_ADDRESS, InetAddress.ofLiteral(value).getAddress());
        throw new IllegalArgumentException("name " + name + " is neither dns:… nor ip:…");
    }

    private static byte[] time(Instant time) {
        return of(UTC_TIME, TIME.format(time).getBytes(US_ASCII));
    }

    private static byte[] sequence(byte[]... parts) {
        return of(SEQUENCE, parts);
    }

    /** Returns a value in DER: its tag, its length, its parts. */
    private static byte[] of(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) content.writeBytes(part);
        var value = new ByteArrayOutputStream();
        value.write(tag);
        int length = content.size();
        if (length > 0xff) {
            value.write(0x82);
            value.write(length >> 8);
        } else if (length > 0x7f) {
            value.write(0x81);
        }
        value.write(length);
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }

    private static byte[] bytes(String hexadecimal) {
        return HexFormat.of().parseHex(hexadecimal);
    }
}
