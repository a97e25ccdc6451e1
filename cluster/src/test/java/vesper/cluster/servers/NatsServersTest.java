package vesper.cluster.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class NatsServersTest {
    @TempDir
    Path folder;

    @Test
    void each_has_its_share_of_the_processors() throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        int all = Runtime.getRuntime().availableProcessors();
        String share = Optional.ofNullable(System.getenv("GOMAXPROCS")).orElse(Integer.toString(Math.max(1, all / 2)));
        try (var servers = NatsServers.start(program, folder, 2, "2m");
                HttpClient http = HttpClient.newHttpClient()) {
            for (URI server : servers.monitoring()) {
                HttpRequest asking =
                        HttpRequest.newBuilder(server.resolve("/varz")).build();
                assertThat(http.send(asking, BodyHandlers.ofString()).body())
                        .containsPattern("\"gomaxprocs\": *" + share + "\\b");
            }
        }
    }
}
