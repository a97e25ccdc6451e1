package vesper.cluster.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import vesper.cluster.Cluster;
import vesper.cluster.ClusterAccess;
import vesper.cluster.ClusterSettings;
import vesper.cluster.Member;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.IdempotencyKey;
import vesper.documents.JsonText;
import vesper.documents.Next;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;

/**
 * A node in a process. Executes commands from standard input, one a line and each on its own thread, and prints their
 * results. Its arguments are a folder, the servers, their monitoring addresses, their number, and the offset of its
 * clock in milliseconds.
 */
final class HistoryNode {
    static final String READY = "ready";
    /** A collection that keeps all versions. */
    static final String NOTES = "notes";
    /** A collection that keeps a few versions. */
    static final String DRAFTS = "drafts";

    /** Printed in place of the maximum age of a read if the node has not caught up since its start. */
    static final String UNKNOWN = "unknown";

    private static final int ALL_VERSIONS = 1_000_000;
    private static final int FEW_VERSIONS = 3;
    private static final int LISTED = 20;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final Map<String, DocumentCollection<JsonText>> collections;
    private final Codec codec = new Codec(false);

    private HistoryNode(Cluster cluster, Documents documents) {
        this.cluster = cluster;
        this.collections = Map.of(
                NOTES, collection(documents, NOTES, ALL_VERSIONS), DRAFTS, collection(documents, DRAFTS, FEW_VERSIONS));
    }

    private static DocumentCollection<JsonText> collection(Documents documents, String name, int versions) {
        return documents.collection(name, StateForm.json(), CollectionPolicy.REPLICATED.withVersions(versions));
    }

    public static void main(String... arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        System.setOut(System.err);
        List<String> servers = Arrays.asList(arguments[1].split(","));
        List<URI> monitoring =
                Arrays.stream(arguments[2].split(",")).map(URI::create).toList();
        var settings = new ClusterSettings(
                servers, "history", Integer.parseInt(arguments[3]), ClusterAccess.OPEN, monitoring, false);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMillis(Long.parseLong(arguments[4])));
        try (Cluster cluster = Cluster.connect(settings, LONGEST_WAIT);
                Documents documents =
                        Documents.ofNode(Path.of(arguments[0]), clock, DocumentsOptions.DEFAULTS, cluster)) {
            var node = new HistoryNode(cluster, documents);
            // Nodes compare their copies only if they know other members.
            cluster.publishMember(() -> new Member(
                    cluster.node(), "http://" + cluster.node(), "1", "2026-01-01T00:00:00Z", true, 0, List.of()));
            out.println(READY);
            var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] command = line.split(" ");
                Thread.ofVirtual().start(() -> {
                    String answer = node.answer(command);
                    synchronized (out) {
                        out.println(command[0] + " " + answer);
                    }
                });
            }
        }
    }

    /** @param command number of the command, operation, collection, document, value, and expected version or key */
    private String answer(String... command) {
        try {
            DocumentCollection<JsonText> in = collections.get(command[2]);
            var id = new DocumentId(command[3]);
            JsonText value = JsonText.of(Map.of("count", Long.parseLong(command[4])), codec);
            return switch (command[1]) {
                case "read" -> {
                    in.current().join();
                    yield seen(in, id);
                }
                case "local" -> local(in, id);
                case "listed" -> listed(in, id);
                case "create" -> describe(in.create(id, value));
                case "put" -> describe(in.put(id, value));
                case "replace" -> describe(in.put(id, new Version(Long.parseLong(command[5])), value));
                case "update" -> describe(in.update(id, _ -> value));
                case "delete" -> describe(in.delete(id));
                case "once" -> describe(in.create(id, value, new IdempotencyKey(command[5])));
                // An action that a client sent under a key.
                case "act" ->
                    describe(in.decideOnce(
                            new IdempotencyKey(command[5]), id, Optional.empty(), _ -> new Next.Stored<>(value)));
                case "newest" -> new CopyText(in).newest();
                case "digests" -> new CopyText(in).digests();
                case "history" -> new CopyText(in).history(id);
                case "compared" -> cluster.comparedCount() + " " + cluster.differences();
                case "counts" -> new CopyText(in).counts(id);
                default -> throw new IllegalArgumentException(command[1]);
            };
        } catch (StorageException | CompletionException failure) {
            return "failed";
        }
    }

    private static String seen(DocumentCollection<JsonText> in, DocumentId id) {
        return in.get(id)
                .map(there -> "seen " + there.version().number() + " " + CopyText.count(there))
                .orElse("missed");
    }

    /** Reads this node's copy. The result starts with its maximum age in nanoseconds, determined before the read. */
    private static String local(DocumentCollection<JsonText> in, DocumentId id) {
        String lag = in.lag().map(time -> Long.toString(time.toNanos())).orElse(UNKNOWN);
        return lag + " " + seen(in, id);
    }

    /** Lists the newest versions of a document, newest first. */
    private static String listed(DocumentCollection<JsonText> in, DocumentId id) {
        return in.versions(id, Optional.empty(), LISTED).items().stream()
                .map(info -> Long.toString(info.version().number()))
                .collect(Collectors.joining(" ", "listed ", ""));
    }

    private static String describe(Write write) {
        return switch (write) {
            case Write.Stored(var id, var version, var _, var _) -> "stored " + version.number() + " " + id.text();
            case Write.Exists(var current) -> "exists " + current.number();
            case Write.Stale(var _, var current) -> "stale " + current.number();
            case Write.Missing() -> "missed";
            case Write.Busy() -> "busy";
            case Write.OutcomeUnknown() -> "unsure";
            case Write.Unchanged _,
                    Write.Unnamed _,
                    Write.Immutable _,
                    Write.TooLarge _,
                    Write.Refused _,
                    Write.KeyUsed _,
                    Write.Deadlocked _ -> throw new IllegalStateException(write.toString());
        };
    }
}
