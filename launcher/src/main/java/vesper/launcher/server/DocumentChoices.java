package vesper.launcher.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import vesper.cluster.Cluster;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.rest.triggers.Triggers;
import vesper.services.collections.OpenCollections;
import vesper.services.webhooks.Backoff;
import vesper.services.webhooks.WebhookSettings;

/** Opens the documents with the settings. */
final class DocumentChoices {
    private static final String FOLDER = "documents";

    private DocumentChoices() {}

    /** Returns the folder of the documents in a data folder. */
    static Path folder(Path data) {
        return data.resolve(FOLDER);
    }

    static OpenCollections collections(
            Settings settings, Folders folders, Clock clock, @Nullable Cluster cluster, Triggers triggers) {
        var collections = new OpenCollections(
                folder(folders.data()),
                options(settings),
                ClusterChoices.replicated(settings, cluster),
                new WebhookSettings(settings.get(Keys.DOCUMENTS_WEBHOOKS_PRIVATE), Backoff.DEFAULTS),
                clock,
                new SecureRandom(),
                triggers);
        collections.openInBackground();
        return collections;
    }

    static DocumentsOptions options(Settings settings) {
        return DocumentsOptions.DEFAULTS
                .withSync(settings.get(Keys.DOCUMENTS_SYNC))
                .withLongestUpdateWait(settings.get(Keys.DOCUMENTS_WAIT))
                .withLongestReplication(settings.get(Keys.CLUSTER_WAIT))
                .withFeedBytes(settings.get(Keys.DOCUMENTS_FEED));
    }

    /** Opens the documents for a service that takes them in its constructor. */
    static Documents open(OpenCollections collections) {
        try {
            return collections.documents();
        } catch (IOException failure) {
            throw new UncheckedIOException("documents cannot be opened: " + failure.getMessage(), failure);
        }
    }
}
