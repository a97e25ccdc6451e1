package vesper.services.collections;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Write;
import vesper.documents.queries.IndexSource.PollResult;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CollectionIndexSourceTest {
    /** More entries of other collections than a feed skips in one step with a very short wait. */
    private static final int OTHERS = 35_000;

    @TempDir
    Path folder;

    private static JsonText json(String text) {
        return switch (JsonText.read(text.getBytes(UTF_8), new Codec(false))) {
            case DecodeResult.Value<JsonText>(var value) when value != null -> value;
            case DecodeResult<JsonText> wrong -> throw new AssertionError(wrong);
        };
    }

    private Documents open() throws Exception {
        return Documents.open(folder, InstantSource.system(), DocumentsOptions.DEFAULTS);
    }

    private static DocumentCollection<JsonText> collection(Documents documents, String name) {
        return documents.collection(name, StateForm.json(), CollectionPolicy.DURABLE);
    }

    @Test
    void steps_too_short_to_pass_what_others_wrote_get_there_all_the_same() throws Exception {
        try (Documents documents = open()) {
            DocumentCollection<JsonText> busy = collection(documents, "busy");
            List<CompletableFuture<Write>> writes = new ArrayList<>();
            for (int i = 0; i < OTHERS; i++) writes.add(busy.putAsync(new DocumentId("b" + i % 100), json("1")));
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get();
            collection(documents, "seldom").put(new DocumentId("a"), json("2"));
        }
        try (Documents documents = open()) {
            var source = new CollectionIndexSource(collection(documents, "seldom"));
            long upTo = 0;
            for (int step = 0; upTo == 0 && step < 100; step++) {
                PollResult result = source.changes(0, 10, Duration.ofNanos(1));
                assertThat(result).isInstanceOf(PollResult.Changes.class);
                if (result instanceof PollResult.Changes(var changed, var sequence) && !changed.isEmpty())
                    upTo = sequence;
            }
            assertThat(upTo).isEqualTo(1);
        }
    }
}
