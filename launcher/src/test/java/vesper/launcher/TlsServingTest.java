package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.TestCertificates;

/** A server that is configured for TLS, and commands that call it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlsServingTest {
    @TempDir
    static Path folder;

    private static Path certificate;
    private static Path key;

    @BeforeAll
    static void makeCertificate() {
        TestCertificates certificates = TestCertificates.in(folder, "keys");
        certificates.make("server", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1");
        certificate = certificates.certificate("server");
        key = certificates.key("server");
    }

    @Test
    void the_ready_line_says_https_and_status_asks_it_with_the_certificate() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        RunningVesper vesper = RunningVesper.serving(
                packages, folder.resolve("data"), "http.tls.certificate=" + certificate, "http.tls.key=" + key);
        try {
            String url = vesper.address().toString();
            assertThat(url).startsWith("https://127.0.0.1:");
            CommandRun trusting = CommandRun.of("status", "--url", url, "--ca", certificate.toString());
            assertThat(trusting.err()).isEmpty();
            assertThat(trusting.exitCode()).isZero();
            CommandRun doubting = CommandRun.of("status", "--url", url);
            assertThat(doubting.exitCode()).isEqualTo(1);
            assertThat(doubting.err()).contains("is not trusted", "--ca FILE");
            CommandRun plain = CommandRun.of("status", "--url", url.replace("https:", "http:"));
            assertThat(plain.exitCode()).isEqualTo(1);
            assertThat(plain.err()).isEqualTo("vesper: this port speaks TLS: use " + url + "\n");
        } finally {
            assertThat(vesper.stop()).isZero();
        }
    }

    @Test
    void a_server_that_needs_certificates_of_its_clients_is_asked_with_one() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("needing"));
        try (RunningVesper vesper = RunningVesper.serving(
                packages,
                folder.resolve("data-needing"),
                "http.tls.certificate=" + certificate,
                "http.tls.key=" + key,
                "http.tls.client-auth=need",
                "http.tls.client-authority=" + certificate)) {
            String url = vesper.address().toString();
            String[] known = {
                "status",
                "--url",
                url,
                "--ca",
                certificate.toString(),
                "--cert",
                certificate.toString(),
                "--key",
                key.toString()
            };
            assertThat(CommandRun.of(known).err()).isEmpty();
            assertThat(CommandRun.of(known).out()).contains("on " + url);

            CommandRun unknown = CommandRun.of("status", "--url", url, "--ca", certificate.toString());
            assertThat(unknown.exitCode()).isEqualTo(1);
            assertThat(unknown.err()).contains("--cert FILE and --key FILE");
            assertThat(CommandRun.of("status", "--url", url, "--cert", certificate.toString())
                            .err())
                    .contains("--cert requires --key");
            assertThat(CommandRun.of(
                                    "status",
                                    "--url",
                                    url,
                                    "--cert",
                                    certificate.toString(),
                                    "--key",
                                    certificate.toString())
                            .err())
                    .contains("it has no BEGIN PRIVATE KEY");
        }
    }

    @Test
    void half_of_what_tls_needs_is_an_error_that_names_the_other_half() throws Exception {
        CommandRun run = start("http.tls.key=" + key, "http.tls.client-auth=none");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("vesper: flag --set: http.tls.key cannot be \"" + key
                        + "\": http.tls.certificate is not set, and TLS requires both\n");
    }

    @Test
    void a_file_that_is_not_there_is_an_error_that_names_it() throws Exception {
        CommandRun run = start("http.tls.key=" + key, "http.tls.certificate=" + folder.resolve("missing.crt"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("vesper: flag --set: http.tls.certificate cannot be ");
        assertThat(run.err()).contains("missing.crt does not exist");
    }

    @Test
    void a_file_that_cannot_be_used_is_told_of_the_setting_that_names_it() throws Exception {
        Path noKey = Files.writeString(folder.resolve("no.key"), "nothing");
        CommandRun run = start("http.tls.key=" + noKey, "http.tls.certificate=" + certificate);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("vesper: flag --set: http.tls.key cannot be \"" + noKey + "\": ");
    }

    @Test
    void one_file_for_both_is_told_what_is_missing_in_it_and_who_names_it() throws Exception {
        Path nothing = Files.writeString(folder.resolve("both.pem"), "nothing");
        assertThat(start("http.tls.key=" + nothing, "http.tls.certificate=" + nothing)
                        .err())
                .isEqualTo("vesper: flag --set: http.tls.certificate cannot be \"" + nothing
                        + "\": the file of TLS certificate and key " + nothing
                        + " holds neither a certificate nor a private key in PEM form;"
                        + " http.tls.key names the same file\n");
        assertThat(start("http.tls.key=" + certificate, "http.tls.certificate=" + certificate)
                        .err())
                .isEqualTo("vesper: flag --set: http.tls.key cannot be \"" + certificate + "\": the TLS key "
                        + certificate + " holds no private key in PEM form\n");
        assertThat(start("http.tls.key=" + key, "http.tls.certificate=" + key).err())
                .contains(
                        "http.tls.certificate cannot be",
                        "holds no certificate in PEM form; http.tls.key names the same");
    }

    @Test
    void settings_of_cors_and_of_the_client_that_cannot_be_are_told_by_name() throws Exception {
        for (String[] wrong : new String[][] {
            {"cors.origins=nonsense", "cors.headers=*", "cors.origins"},
            {"cors.origins=*", "cors.credentials=true", "cors.credentials"},
            {"cors.origins=*", "cors.methods=GET,FETCH", "cors.methods"},
            {"cors.origins=*", "cors.headers=a b", "cors.headers"},
            {"cors.origins=*", "cors.exposed=(", "cors.exposed"},
            {"client.tls.key=/none", "log.level=info", "client.tls.key"},
            {"client.tls.trust=/none", "log.level=info", "client.tls.trust"},
        }) {
            CommandRun run = start(wrong[0], wrong[1]);
            assertThat(run.err()).startsWith("vesper: flag --set: " + wrong[2] + " cannot be \"");
            assertThat(run.err().lines()).hasSize(1);
            assertThat(run.exitCode()).as(wrong[0]).isEqualTo(2);
        }
    }

    private static CommandRun start(String oneSetting, String another) throws Exception {
        String packages = Files.createDirectories(folder.resolve("none")).toString();
        String data = folder.resolve("data of none").toString();
        return CommandRun.of(
                "run", "--port", "0", "--packages", packages, "--data", data, "--set", oneSetting, "--set", another);
    }
}
