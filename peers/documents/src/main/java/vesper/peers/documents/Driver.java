package vesper.peers.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes commands, one per line, and answers each with one line of JSON.
 *
 * <pre>
 * plain count=N          tells what heap keys and states of documents take alone
 * open [existing=N]      opens the store; where N documents were filled in before, one of them is got, too
 * nodes count=N          returns when so many nodes are one cluster
 * drive kind=memory|durable|replicated route=process|http operation=put|get documents=N count=N (in-flight=N | wave=N)
 * drive …                the same with millis=N instead of a count: no request is begun after that
 * versions kind=… documents=N     tells those of the documents that are driven, as this very node has them
 * idle kind=… count=N    makes documents and tells what heap they take, keys and states included
 * fill count=N           makes durable documents
 * </pre>
 *
 * <p>What fails is answered with {@code {"error":"…"}}, what the store does not have with {@code {"unsupported":"…"}}. The end of the input closes the store. One thread runs it.
 */
public final class Driver {
    /** Opens the store that a program drives. */
    @FunctionalInterface
    public interface Opening {
        Store open() throws Exception;
    }

    private final Opening opening;
    private @Nullable DrivenStore driven;

    private Driver(Opening opening) {
        this.opening = opening;
    }

    /** Standard input and output; what a store says to the latter goes to stderr. */
    public static void run(Opening opening) throws Exception {
        PrintStream lines = System.out;
        System.setOut(System.err);
        run(opening, System.in, lines);
    }

    static void run(Opening opening, InputStream input, PrintStream lines) throws Exception {
        var driver = new Driver(opening);
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
            case "nodes" -> store.awaitNodes(command);
            case "versions" -> store.versions(command);
            default -> throw new IllegalArgumentException("no command " + command.word());
        };
    }

    /** Before the store is open, nothing else moves on the heap. */
    private JsonLine plain(Command command) {
        if (driven != null) throw new IllegalStateException("the store is open");
        int count = command.number("count");
        return new JsonLine().with("count", count).with("heapBytes", PlainDocuments.heapBytes(count));
    }

    private JsonLine open(Command command) throws Exception {
        if (driven != null) throw new IllegalStateException("the store is open");
        int existing = command.values().containsKey("existing") ? command.number("existing") : 0;
        Measured took = Measured.of(() -> {
            var opened = new DrivenStore(opening.open());
            driven = opened;
            if (existing > 0) opened.requireFilled(existing / 2);
        });
        return new JsonLine()
                .with("seconds", took.seconds())
                .with("cpuSeconds", took.cpuSeconds())
                .with("address", driven == null ? "" : driven.address());
    }

    private void close() throws IOException {
        if (driven != null) driven.close();
    }
}
