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
import vesper.cluster.Cluster;
import vesper.cluster.ClusterAccess;
import vesper.cluster.ClusterSettings;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.IdempotencyKey;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.VersionInfo;
import vesper.documents.Write;

/**
 * A node as a process: does what lines on its input say, each on a thread of its own, and says on its output what came of
 * it. Its arguments are a folder, the servers, where they tell of themselves, their number, and by how many milliseconds
 * its clock is wrong.
 */
final class HistoryNode {
    static final String READY = "ready";
    private static final int MOST_VERSIONS = 100_000;
    private static final int PAGE = 1000;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final DocumentCollection<JsonText> notes;
    private final Codec codec = new Codec(false);

    private HistoryNode(DocumentCollection<JsonText> notes) {
        this.notes = notes;
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
        CollectionPolicy policy = CollectionPolicy.REPLICATED.withVersions(MOST_VERSIONS);
        try (Cluster cluster = Cluster.connect(settings, LONGEST_WAIT);
                Documents documents =
                        Documents.ofNode(Path.of(arguments[0]), clock, DocumentsOptions.DEFAULTS, cluster)) {
            var node = new HistoryNode(documents.collection("notes", StateForm.json(), policy));
            out.println(READY);
            var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] asked = line.split(" ");
                Thread.ofVirtual().start(() -> {
                    String answer = node.answer(asked);
                    synchronized (out) {
                        out.println(asked[0] + " " + answer);
                    }
                });
            }
        }
    }

    /** @param asked its number, what is to be done, the document, the value, the version named, the key */
    private String answer(String... asked) {
        try {
            var id = new DocumentId(asked[2]);
            JsonText value = JsonText.of(Map.of("count", Long.parseLong(asked[3])), codec);
            return switch (asked[1]) {
                case "read" -> read(id);
                case "create" -> said(notes.create(id, value));
                case "put" -> said(notes.put(id, value));
                case "replace" -> said(notes.put(id, new Version(Long.parseLong(asked[4])), value));
                case "update" -> said(notes.update(id, _ -> value));
                case "delete" -> said(notes.delete(id));
                case "once" -> said(notes.create(id, value, new IdempotencyKey(asked[5])));
                case "versions" -> versions(id);
                case "ids" -> ids();
                default -> throw new IllegalArgumentException(asked[1]);
            };
        } catch (StorageException | CompletionException failure) {
            return "failed";
        }
    }

    /** As it is in the whole cluster. */
    private String read(DocumentId id) {
        notes.current().join();
        return notes.get(id)
                .map(there -> "seen " + there.version().number() + " " + count(there.value()))
                .orElse("missed");
    }

    private static String said(Write write) {
        return switch (write) {
            case Write.Stored(var id, var version, var _, var _) -> "stored " + version.number() + " " + id.text();
            case Write.Exists(var current) -> "exists " + current.number();
            case Write.Stale(var _, var current) -> "stale " + current.number();
            case Write.Missing() -> "missed";
            case Write.Busy() -> "busy";
            case Write.Unsure() -> "unsure";
            case Write.Unchanged _,
                    Write.Unnamed _,
                    Write.Immutable _,
                    Write.TooLarge _,
                    Write.Refused _,
                    Write.KeyUsed _,
                    Write.Deadlocked _ -> throw new IllegalStateException(write.toString());
        };
    }

    /** All of them, newest first: version, value, moment. */
    private String versions(DocumentId id) {
        var all = new StringBuilder();
        Optional<Version> before = Optional.empty();
        do {
            var page = notes.versions(id, before, PAGE);
            for (VersionInfo info : page.items()) {
                String count = notes.get(id, info.version())
                        .map(there -> count(there.value()))
                        .orElse("0");
                all.append(info.version().number()).append(':').append(count);
                all.append(':').append(info.at().toEpochMilli()).append(' ');
            }
            before = page.next();
        } while (before.isPresent());
        return all.toString().strip();
    }

    private String ids() {
        var all = new StringBuilder();
        Optional<DocumentId> after = Optional.empty();
        do {
            var page = notes.ids(after, PAGE);
            page.items().forEach(id -> all.append(id.text()).append(' '));
            after = page.next();
        } while (after.isPresent());
        return all.toString().strip();
    }

    private static String count(JsonText value) {
        return value.toString().replaceAll("\\D", "");
    }
}
