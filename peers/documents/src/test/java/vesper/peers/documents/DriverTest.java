package vesper.peers.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverTest {
    private static final String PUT = "drive kind=memory route=process operation=put documents=4 ";

    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private MapStore store = new MapStore(threads, 0);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void every_request_is_answered_once_and_no_more_are_in_flight_than_was_said() throws Exception {
        List<String> lines = answers("open", PUT + "count=5003 in-flight=7");
        assertThat(lines.getFirst()).contains("\"address\":\"here\"");
        assertThat(lines.getLast())
                .contains("\"count\":5003,", "\"failures\":0", "\"missing\":0")
                .containsPattern("\"seconds\":0\\.\\d{6},\"cpuSeconds\":\\d+\\.\\d{6}");
        assertThat(store.maxInFlight).hasValueLessThanOrEqualTo(7);
        assertThat(store.isClosed).isTrue();
    }

    @Test
    void a_store_that_answers_before_its_call_returns_takes_no_deeper_stack() throws Exception {
        store = new MapStore(Runnable::run, 0);
        assertThat(answers("open", PUT + "count=200000 in-flight=2").getLast()).contains("\"missing\":0");
    }

    @Test
    void one_in_flight_is_one_in_flight() throws Exception {
        answers("open", PUT + "count=500 in-flight=1");
        assertThat(store.maxInFlight).hasValue(1);
    }

    @Test
    void a_flood_has_no_more_than_a_wave_in_flight_and_its_last_wave_is_what_is_left() throws Exception {
        assertThat(answers("open", PUT + "count=1001 wave=300").getLast())
                .contains("\"count\":1001,", "\"failures\":0", "\"missing\":0");
        assertThat(store.maxInFlight.get()).isBetween(1, 300);
    }

    @Test
    void a_flood_does_not_wait_for_answers() throws Exception {
        // After the four documents are created, it answers only when it has the whole wave.
        store = new MapStore(new HoldingBack(4, 36), 0);
        assertThat(answers("open", PUT + "count=36 wave=36").getLast()).contains("\"missing\":0");
        assertThat(store.maxInFlight).hasValue(36);
    }

    @Test
    void writes_that_were_acknowledged_and_made_no_version_are_missing() throws Exception {
        store = new MapStore(threads, 10);
        assertThat(answers("open", PUT + "count=1000 in-flight=8").getLast()).contains("\"missing\":100");
    }

    @Test
    void a_run_by_time_ends_after_it_with_every_request_answered_and_counted() throws Exception {
        List<String> lines = answers(
                "open", PUT + "millis=30 in-flight=7", PUT + "millis=30 wave=50", "versions kind=memory documents=5");
        assertThat(lines.subList(1, 3))
                .allSatisfy(line -> assertThat(line).contains("\"failures\":0", "\"missing\":0"))
                .allSatisfy(line -> assertThat(number(line, "count")).isPositive());
        long stored = Stream.of(lines.getLast().replaceAll("[^0-9,]", "").split(","))
                .mapToLong(Long::parseLong)
                .sum();
        // Creating each of the four documents made a version, too; the fifth does not exist.
        assertThat(stored).isEqualTo(number(lines.get(1), "count") + number(lines.get(2), "count") + 4);
        assertThat(lines.getLast()).endsWith(",0\"}");
    }

    @Test
    void other_nodes_are_what_a_store_may_not_have() throws Exception {
        assertThat(answers("open", "nodes count=1", "nodes count=3"))
                .endsWith("{\"count\":1}", "{\"unsupported\":\"other nodes\"}");
    }

    @Test
    void what_the_store_does_not_have_is_told_apart_from_what_failed() throws Exception {
        List<String> lines = answers(
                "fill count=3",
                "open",
                "open",
                PUT.replace("process", "http") + "count=1 in-flight=1",
                PUT + "count=0 in-flight=1",
                "drive",
                "dance");
        assertThat(lines)
                .containsExactly(
                        "{\"error\":\"java.lang.IllegalStateException: the store is not open\"}",
                        lines.get(1),
                        "{\"error\":\"java.lang.IllegalStateException: the store is open\"}",
                        "{\"unsupported\":\"sockets\"}",
                        "{\"error\":\"java.lang.IllegalArgumentException: count must be a number of at least 1: 0\"}",
                        "{\"error\":\"java.lang.IllegalArgumentException: drive needs kind=…\"}",
                        "{\"error\":\"java.lang.IllegalArgumentException: unknown command dance\"}");
    }

    @Test
    void opening_what_was_filled_gets_a_document_from_its_middle() throws Exception {
        answers("open", "fill count=20");
        assertThat(answers("open existing=20").getLast()).contains("\"seconds\":");
        assertThat(store.gets).hasValue(1);
        assertThat(answers("open existing=1000").getLast()).contains("\"error\":", "no DURABLE/filled-500");
    }

    @Test
    void heap_is_told_with_and_without_the_store() throws Exception {
        List<String> lines = answers("plain count=20000", "open", "idle kind=memory count=20000");
        long plain = number(lines.getFirst(), "heapBytes");
        // A text of 500 characters and a key.
        assertThat(plain / 20000).isBetween(540L, 800L);
        assertThat(lines.getLast()).contains("\"count\":20000,", "\"failures\":0");
        assertThat(number(lines.getLast(), "heapBytes")).isPositive();
    }

    /**
     * An executor that runs the first few tasks at once, holds back the others, and runs them when there are enough.
     */
    private static final class HoldingBack implements Executor {
        private final List<Runnable> held = new ArrayList<>();
        private final int all;
        private int atOnce;

        private HoldingBack(int atOnce, int all) {
            this.atOnce = atOnce;
            this.all = all;
        }

        @Override
        public synchronized void execute(Runnable work) {
            if (atOnce > 0) {
                atOnce--;
                work.run();
                return;
            }
            held.add(work);
            if (held.size() == all) held.forEach(Runnable::run);
        }
    }

    private static long number(String line, String name) {
        return Long.parseLong(line.replaceAll(".*\"" + name + "\":(-?\\d+).*", "$1"));
    }

    private List<String> answers(String... commands) throws Exception {
        var lines = new ByteArrayOutputStream();
        Driver.run(
                () -> store,
                new ByteArrayInputStream(String.join("\n", commands).getBytes(UTF_8)),
                new PrintStream(lines, true, UTF_8));
        return lines.toString(UTF_8).lines().toList();
    }
}
