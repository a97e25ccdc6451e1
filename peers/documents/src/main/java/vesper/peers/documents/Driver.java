package vesper.peers.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands, one per line, and answers each with one line of JSON.
 *
 * <pre>
 * plain count=N          reports the heap that keys and states of N documents take without a store
 * open [existing=N]      opens the store; if N documents were filled in before, also reads one of them
 * nodes count=N          returns when that number of nodes form one cluster
 * drive kind=memory|durable|replicated route=process|http operation=put|get documents=N count=N (in-flight=N | wave=N)
 * drive …                the same with millis=N instead of a count: no request is started after that time
 * versions kind=… documents=N     reports the versions of the driven documents as this node has them
 * idle kind=… count=N    creates documents and reports the heap that they take, keys and states included
 * fill count=N           creates durable documents
 * </pre>
 *
 * <p>A failure is answered with {@code {"error":"…"}}, and a command that the store does not support with {@code
 * {"unsupported":"…"}}. The end of the input closes the store. One thread runs it.
 */
public final class Driver {
    /** Opens the store of a program. */
    @FunctionalInterface
    public interface StoreFactory {
        Store open() throws Exception;
    }

    private final StoreFactory storeFactory;
    private @Nullable DrivenStore driven;

    private Driver(StoreFactory opening) {
        this.storeFactory = opening;
    }

    /** Runs the driver on standard input and output. Output of the store is redirected to stderr. */
    public static void run(StoreFactory storeFactory) throws Exception {
        PrintStream lines = System.out;
        System.setOut(System.err);
        run(storeFactory, System.in, lines);
    }

    static void run(StoreFactory storeFactory, InputStream input, PrintStream lines) throws Exception {
        var driver = new Driver(storeFactory);
        try (var commands = new BufferedReader(new InputStreamReader(input, UTF_8))) {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                lines.println(driver.answer(line));
                lines.flush();
            }
        } finally {
            driver.close();
        }
    }

    private JsonLine answer(String line) throws InterruptedException {
        try {
            return answer(Command.parse(line));
        } catch (InterruptedException interrupt) {
            throw interrupt;
        } catch (UnsupportedOperationException unsupported) {
            return new JsonLine().with("unsupported", String.valueOf(unsupported.getMessage()));
        } catch (Exception failure) {
            failure.printStackTrace(System.err);
            return new JsonLine().with("error", failure.toString());
        }
    }

    private JsonLine answer(Command command) throws Exception {
        if (command.word().equals("open")) return open(command);
        if (command.word().equals("plain")) return plain(command);
        DrivenStore store = driven;
        if (store == null) throw new IllegalStateException("the store is not open");
        return switch (command.word()) {
            case "drive" -> store.drive(command);
            case "idle" -> store.idle(command);
            case "fill" -> store.fill(command);
            case "nodes" -> store.awaitCluster(command);
            case "versions" -> store.versions(command);
            default -> throw new IllegalArgumentException("unknown command " + command.word());
        };
    }

    /** Measures plain documents, before an open store changes the heap. */
    private JsonLine plain(Command command) {
        if (driven != null) throw new IllegalStateException("the store is open");
        int count = command.number("count");
        return new JsonLine().with("count", count).with("heapBytes", PlainDocuments.heapBytes(count));
    }

    private JsonLine open(Command command) throws Exception {
        if (driven != null) throw new IllegalStateException("the store is open");
        int existing = command.values().containsKey("existing") ? command.number("existing") : 0;
        Cost cost = Cost.of(() -> {
            var opened = new DrivenStore(storeFactory.open());
            driven = opened;
            if (existing > 0) opened.requireFilled(existing / 2);
        });
        return new JsonLine()
                .with("seconds", cost.seconds())
                .with("cpuSeconds", cost.cpuSeconds())
                .with("address", driven == null ? "" : driven.address());
    }

    private void close() throws IOException {
        if (driven != null) driven.close();
    }
}
