package vesper.launcher.server;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.cluster.Cluster;
import vesper.documents.Documents;
import vesper.documents.ImportResult;
import vesper.documents.StorageException;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.rest.names.Nearest;
import vesper.services.timers.TimerStore;

/** Imports durable documents of a stopped server into a cluster. */
public final class ClusterImport {
    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Settings settings;
    private final PrintStream err;
    private long reportedNanos = System.nanoTime();

    /** @param err receives progress messages */
    public ClusterImport(Settings settings, PrintStream err) {
        this.settings = settings;
        this.err = err;
    }

    /** Returns the number of documents of each durable collection in the data folder. */
    public static SortedMap<String, Long> counts(Settings settings) throws CannotStartException {
        Path folder = folder(settings);
        try (DataLock _ = DataLock.of(settings.get(Keys.DATA));
                Documents documents = Documents.open(folder, Clock.systemUTC(), DocumentChoices.options(settings))) {
            return documents.durableCounts();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    /**
     * Imports collections. Also imports the internal collections that hold their timers.
     *
     * @param names of existing collections
     */
    public SortedMap<String, ImportResult> run(List<String> names)
            throws CannotStartException, WrongSettingException, InterruptedException {
        Path folder = folder(settings);
        try (DataLock _ = DataLock.of(settings.get(Keys.DATA));
                Cluster cluster = ClusterChoices.connect(settings);
                Documents documents =
                        Documents.ofNode(folder, Clock.systemUTC(), DocumentChoices.options(settings), cluster)) {
            try {
                return importAll(names, documents);
            } catch (StorageException failure) {
                throw new CannotStartException(failure.getMessage() + because(failure.getCause()) + because(cluster)
                        + "; imported documents stay in the cluster, and the same command continues from there");
            }
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    private static String because(@Nullable Throwable cause) {
        return cause == null ? "" : ": " + cause.getMessage();
    }

    private static String because(Cluster cluster) {
        return cluster.trouble().map("; "::concat).orElse("");
    }

    private SortedMap<String, ImportResult> importAll(List<String> names, Documents documents)
            throws CannotStartException {
        SortedMap<String, Long> counts = documents.durableCounts();
        // Checks all names before it imports the first collection.
        for (String name : names) count(name, counts);
        SortedMap<String, ImportResult> imported = new TreeMap<>();
        for (String name : withTimers(names, counts.keySet())) {
            imported.put(name, importCollection(name, count(name, counts), documents));
        }
        return imported;
    }

    private static Set<String> withTimers(List<String> names, Set<String> there) {
        Set<String> all = new LinkedHashSet<>(names);
        for (String name : names) {
            TimerStore.collectionsOf(name).stream().filter(there::contains).forEach(all::add);
        }
        return all;
    }

    private ImportResult importCollection(String name, long count, Documents documents) {
        return documents.importToCluster(name, looked -> {
            if (System.nanoTime() - reportedNanos < TELL_NANOS) return;
            reportedNanos = System.nanoTime();
            err.println(name + ": " + looked + " of " + count + " documents");
        });
    }

    private static long count(String name, SortedMap<String, Long> counts) throws CannotStartException {
        Long count = counts.get(name);
        if (count != null) return count;
        throw new CannotStartException("there is no durable collection " + name
                + Nearest.suggestion(name, List.copyOf(counts.keySet()))
                + "; list them with vesper cluster import");
    }

    private static Path folder(Settings settings) throws CannotStartException {
        Path folder = DocumentChoices.folder(settings.get(Keys.DATA));
        if (Files.isDirectory(folder)) return folder;
        throw new CannotStartException("there are no documents in " + settings.get(Keys.DATA)
                + "; set the data folder of the server with --data");
    }

    private static CannotStartException unreadable(Path folder, IOException failure) {
        return new CannotStartException(
                "the documents in " + folder + " cannot be used: " + DiskFailure.reason(failure));
    }
}
