package vesper.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TestCertificatesTest {
    @TempDir
    Path folder;

    private TestCertificates made() {
        return TestCertificates.in(folder, "keys");
    }

    private static X509Certificate read(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @Test
    void a_certificate_has_its_subject_and_names_and_is_signed_with_its_own_key() throws Exception {
        TestCertificates all = made();
        all.make("server", "CN=localhost,O=Example", "-ext", "san=dns:localhost,ip:127.0.0.1");

        X509Certificate certificate = read(all.certificate("server"));

        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=localhost,O=Example");
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
        // 2 is a name of the DNS and 7 an address, by RFC 5280, section 4.2.1.6.
        assertThat(List.copyOf(certificate.getSubjectAlternativeNames()))
                .isEqualTo(List.of(List.of(2, "localhost"), List.of(7, "127.0.0.1")));
    }

    @Test
    void one_without_names_has_no_extensions() throws Exception {
        TestCertificates all = made();
        all.make("node", "CN=node");
        assertThat(read(all.certificate("node")).getSubjectAlternativeNames()).isNull();
    }

    @Test
    void one_may_have_expired() throws Exception {
        TestCertificates all = made();
        all.make("old", "CN=old", "-startdate", "-10d", "-validity", "1");
        X509Certificate old = read(all.certificate("old"));
        assertThatThrownBy(old::checkValidity).isInstanceOf(CertificateExpiredException.class);
    }

    @Test
    void the_key_store_is_kept_in_its_file_and_what_is_there_is_not_made_again() throws Exception {
        TestCertificates all = made();
        all.make("a", "CN=a");
        all.make("a", "CN=other");
        KeyStore kept = KeyStore.getInstance(folder.resolve("keys.jks").toFile(), TestCertificates.PASSWORD);
        assertThat(kept.getCertificate("a"))
                .isEqualTo(read(all.certificate("a")))
                .isEqualTo(all.store().getCertificate("a"));
        assertThat(kept.getKey("a", TestCertificates.PASSWORD).getAlgorithm()).isEqualTo("EC");
    }
}
