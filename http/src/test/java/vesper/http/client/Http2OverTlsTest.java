package vesper.http.client;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.HttpVersion;
import vesper.http.TlsSettings;

/** A client over TLS that negotiates HTTP/2. */
class Http2OverTlsTest extends ClientContract {
    @TempDir
    static Path certificates;

    private static Certificates server;

    @BeforeAll
    static void make() throws Exception {
        server = Certificates.of(certificates, "server", "ip:127.0.0.1");
    }

    @Override
    HttpClient.Builder builder() {
        return HttpClient.builder().tls(ClientTls.trusting(server.certificate()));
    }

    @Override
    HttpVersion version() {
        return HttpVersion.HTTP_2;
    }

    @Override
    TlsSettings tls() {
        return TlsSettings.of(server.certificate(), server.key());
    }
}
