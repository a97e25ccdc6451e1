package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, by its settings, and the command that asks it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlsServingTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    static Path folder;

    private static Path certificate;
    private static Path key;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("keys.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-dname",
                        "CN=localhost",
                        "-keyalg",
                        "EC",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        certificate = pem("server.crt", "CERTIFICATE", keys.getCertificate("a").getEncoded());
        key = pem(
                "server.key",
                "PRIVATE KEY",
                keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
    }

    private static Path pem(String name, String label, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n",
                StandardCharsets.US_ASCII);
    }

    @Test
    void the_ready_line_says_https_and_status_asks_it_with_the_certificate() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        RunningVesper vesper = RunningVesper.serving(
                packages,
                folder.resolve("data"),
                "--set",
                "http.tls.certificate=" + certificate,
                "--set",
                "http.tls.key=" + key);
        try {
            String url = vesper.address().toString();
            assertThat(url).startsWith("https://127.0.0.1:");
            CommandRun trusting = CommandRun.of("status", "--url", url, "--ca", certificate.toString());
            assertThat(trusting.err()).isEmpty();
            assertThat(trusting.exitCode()).isZero();
            CommandRun doubting = CommandRun.of("status", "--url", url);
            assertThat(doubting.exitCode()).isEqualTo(1);
            assertThat(doubting.err()).contains("cannot be trusted", "--ca FILE");
        } finally {
            assertThat(vesper.stop()).isZero();
        }
    }

    @Test
    void half_of_what_tls_needs_is_an_error_that_names_the_other_half() throws Exception {
        CommandRun run = start("http.tls.key=" + key, "http.tls.client-auth=none");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("http.tls.key is set, and http.tls.certificate is not");
    }

    @Test
    void a_file_that_is_not_there_is_an_error_that_names_it() throws Exception {
        CommandRun run = start("http.tls.key=" + key, "http.tls.certificate=" + folder.resolve("missing.crt"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("missing.crt does not exist");
    }

    private static CommandRun start(String oneSetting, String another) throws Exception {
        String packages = Files.createDirectories(folder.resolve("none")).toString();
        String data = folder.resolve("data of none").toString();
        return CommandRun.of(
                "run", "--port", "0", "--packages", packages, "--data", data, "--set", oneSetting, "--set", another);
    }
}
