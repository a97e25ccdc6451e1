package vesper.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Rounds;

/**
 * A client that violates the protocol, or is merely slow, harms no other client.
 *
 * <p>The normal run is short: it ends when every attack has been carried out a few times and the well-behaved client
 * has been served often enough to determine its 99th percentile. Its limits for durations are wide, since the machine
 * compiles and runs other tests at the same time, and one pause of half a second in 200 requests would exceed a limit
 * of 100 ms. It still detects a client that is rejected or that has to wait behind the attacks. The long form runs for
 * a minute, with realistic numbers of clients and the real limits, and needs an otherwise idle machine. The server has
 * a heap of 256 MiB, since a garbage collector with a larger heap lets the process grow before it collects.
 */
@Tag("alone")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileClientsTest {
    private static final boolean LONG = Rounds.areLong();
    private static final int CLIENTS_PER_ATTACK = LONG ? 40 : 4;
    private static final int TIMES_PER_ATTACK = 3;
    private static final Duration ATTACK_TIME = Duration.ofSeconds(LONG ? 60 : 0);
    private static final int REQUESTS_UNDER_ATTACK = LONG ? 1_000 : 200;
    private static final Duration P99_UNDER_ATTACK = Duration.ofMillis(LONG ? 100 : 2_000);
    private static final long GROWTH_UNDER_ATTACK = 256 << 20;
    private static final double SERVED_UNDER_ATTACK = 0.995;

    private static final int IDLE_CONNECTIONS = LONG ? 10_000 : 1_000;
    private static final int CONNECTIONS_PER_ADDRESS = 2_000;
    private static final int REQUESTS_BESIDE_IDLE = LONG ? 3_000 : 200;
    /** Larger in the short run, where the memory of the measured requests is divided by a tenth of the connections. */
    private static final long BYTES_PER_IDLE_CONNECTION = (LONG ? 10 : 40) << 10;

    private static final Duration P99_BESIDE_IDLE = Duration.ofMillis(LONG ? 20 : 1_000);

    /** All attacks, or those in {@code VESPER_HOSTILE_ATTACKS}, to find the one that causes a failure. */
    private static final List<Attack> ATTACKS = Arrays.stream(Attack.values())
            .filter(attack -> List.of(System.getenv()
                            .getOrDefault("VESPER_HOSTILE_ATTACKS", attack.name())
                            .split(","))
                    .contains(attack.name()))
            .toList();

    private static final int WARMING_REQUESTS = LONG ? 20_000 : 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Open {
                private final byte[] big = new byte[1 << 20]

                static class Number { BigInteger number }

                @GetMapping('hello')
                String hello() { 'hello' }

                @GetMapping('big')
                byte[] big() { big }

                @PostMapping('map')
                int map(@RequestBody Map<String, Object> map) { map.size() }

                @PostMapping('whole')
                int whole(@RequestBody Number number) { number.number.bitLength() }

                @PostMapping('form')
                int form(@RequestParam Map<String, String> form) { form.size() }
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void writeService() throws IOException {
        Path code = Files.createDirectories(folder.resolve("packages/open/code"));
        Files.writeString(code.resolve("Open.groovy"), SERVICE);
        Files.createDirectories(folder.resolve("data"));
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.serving(
                folder.resolve("packages"),
                folder.resolve("data"),
                "http.limit.header-time=3s",
                "http.limit.body-grace=2s");
    }

    @Test
    void the_well_behaved_client_is_served_beside_every_attack_at_once() throws Exception {
        try (ServerProcess server = start()) {
            warm(server);
            long before = server.residentBytes();
            long most = before;
            WellBehavedClient client = WellBehavedClient.start(server.address(), Duration.ofMillis(5));
            try (AttackingProcess attackers =
                    AttackingProcess.on(server.address(), ATTACKS, CLIENTS_PER_ATTACK, TIMES_PER_ATTACK)) {
                long began = System.nanoTime();
                while (System.nanoTime() - began < ATTACK_TIME.toNanos()
                        || !attackers.eachCarriedOut()
                        || client.asked() < REQUESTS_UNDER_ATTACK) {
                    most = Math.max(most, server.residentBytes());
                    assertThat(System.nanoTime() - began).isLessThan(PATIENCE.toNanos());
                    client.awaitAsked(client.asked() + 20, Duration.ofMillis(100));
                }
            }
            WellBehavedClient.Served served = client.stop();
            System.out.println("under attack: " + served + ", grown by " + (most - before >> 20) + " MiB");
            assertThat(server.isAlive()).isTrue();
            assertThat(served.share()).isGreaterThanOrEqualTo(SERVED_UNDER_ATTACK);
            assertThat(served.p99()).isLessThanOrEqualTo(P99_UNDER_ATTACK);
            assertThat(most - before).isLessThanOrEqualTo(GROWTH_UNDER_ATTACK);
        }
    }

    @Test
    void idle_connections_cost_little_and_slow_nobody_down() throws Exception {
        List<SocketChannel> idle = new ArrayList<>();
        try (ServerProcess server = start()) {
            warm(server);
            long before = server.residentBytes();
            connect(server.address(), idle);
            WellBehavedClient client = WellBehavedClient.start(server.address(), Duration.ofMillis(2));
            client.awaitAsked(REQUESTS_BESIDE_IDLE, PATIENCE);
            WellBehavedClient.Served served = client.stop();
            long each = (server.residentBytes() - before) / idle.size();
            System.out.println("beside " + idle.size() + " idle connections of " + each + " bytes each: " + served);
            assertThat(served.share()).isEqualTo(1);
            assertThat(served.p99()).isLessThanOrEqualTo(P99_BESIDE_IDLE);
            assertThat(each).isLessThanOrEqualTo(BYTES_PER_IDLE_CONNECTION);
        } finally {
            for (SocketChannel channel : idle) channel.close();
        }
    }

    /** Opens idle connections from several loopback addresses, since one has too few ports. */
    private static void connect(InetSocketAddress server, List<SocketChannel> idle) throws IOException {
        for (int i = 0; i < IDLE_CONNECTIONS; i++) {
            SocketChannel channel = SocketChannel.open();
            idle.add(channel);
            channel.bind(
                    new InetSocketAddress(InetAddress.getByName("127.0.0." + (2 + i / CONNECTIONS_PER_ADDRESS)), 0));
            channel.connect(server);
        }
    }

    /** Sends requests before the measurement, to exclude the cost of the first ones. */
    private static void warm(ServerProcess server) throws InterruptedException {
        WellBehavedClient client = WellBehavedClient.start(server.address(), Duration.ZERO);
        client.awaitAsked(WARMING_REQUESTS, PATIENCE);
        assertThat(client.stop().share()).isEqualTo(1);
    }
}
