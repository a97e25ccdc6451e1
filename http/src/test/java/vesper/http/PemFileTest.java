package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.TestCertificates;

/** Private keys in each form that tools write. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PemFileTest {
    @TempDir
    Path folder;

    private byte[] read(String label, byte[] content) throws Exception {
        Path file = folder.resolve("a.key");
        TestCertificates.write(file, label, content);
        return PemFile.read("TLS key", file).key().getEncoded();
    }

    private static byte[] generated(String algorithm) throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        return pair.getPrivate().getEncoded();
    }

    @Test
    void pkcs8_of_each_algorithm() throws Exception {
        for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
            byte[] key = generated(algorithm);
            assertThat(read("PRIVATE KEY", key)).isEqualTo(key);
        }
    }

    @Test
    void pkcs1_is_what_pkcs8_wraps() throws Exception {
        byte[] key = generated("RSA");
        // Skips the version, the algorithm and the header of the octet string.
        byte[] pkcs1 = Arrays.copyOfRange(key, 26, key.length);
        assertThat(read("RSA PRIVATE KEY", pkcs1)).isEqualTo(key);
    }

    @Test
    void sec1_names_its_curve() throws Exception {
        // as written by openssl ecparam -name prime256v1 -genkey
        byte[] scalar = new byte[32];
        scalar[31] = 7;
        byte[] sec1 = new byte[2 + 3 + 2 + 32 + 12];
        byte[] head = {0x30, 49, 2, 1, 1, 4, 32};
        byte[] curve = {(byte) 0xA0, 10, 6, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 3, 1, 7};
        System.arraycopy(head, 0, sec1, 0, head.length);
        System.arraycopy(scalar, 0, sec1, head.length, 32);
        System.arraycopy(curve, 0, sec1, head.length + 32, curve.length);
        assertThat(read("EC PRIVATE KEY", sec1)).isNotEmpty();
    }
}
