package vesper.launcher.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.launcher.settings.Settings;
import vesper.services.collections.OpenCollections;

/** The settings that are about documents. */
final class DocumentChoices {
    private DocumentChoices() {}

    static OpenCollections collections(Settings settings, Folders folders, Clock clock) {
        return new OpenCollections(
                folders.data().resolve("documents"), DocumentsOptions.DEFAULTS, clock, new SecureRandom());
    }

    /** For a service that asks for them in its constructor. */
    static Documents open(OpenCollections collections) {
        try {
            return collections.documents();
        } catch (IOException failure) {
            throw new UncheckedIOException("documents cannot be opened: " + failure.getMessage(), failure);
        }
    }
}
