package vesper.services.collections;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.services.webhooks.WebhookSettings;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenCollectionsTest {
    private static final String ORIGIN = "shop/package.properties";

    @TempDir
    Path folder;

    private final Codec codec = new Codec(false);

    @Test
    void declarations_of_which_one_is_wrong_change_nothing_of_the_others() throws Exception {
        try (var collections = new OpenCollections(
                folder,
                DocumentsOptions.DEFAULTS,
                ReplicationMode.rejected(),
                WebhookSettings.DEFAULTS,
                InstantSource.system(),
                new SecureRandom())) {
            Declaration notes = PolicyText.declaration("notes", "durable", ORIGIN);
            DocumentCollection<?> before = collections
                    .open("shop", "shop", List.of(notes), Map.of(), codec)
                    .getFirst()
                    .documents();
            var id = new DocumentId("a");
            DocumentCollection<JsonText> texts =
                    collections.documents().collection("notes", StateForm.json(), before.policy());
            JsonText state = JsonText.written("1".getBytes(UTF_8));
            for (int n = 0; n < 5; n++) texts.put(id, state);

            Declaration fewer = PolicyText.declaration("notes", "durable, versions=1", ORIGIN);
            Declaration wrong = PolicyText.declaration("other", "durable, schema=conf/none.schema.json", ORIGIN);
            assertThatThrownBy(() -> collections.open("shop", "shop", List.of(fewer, wrong), Map.of(), codec))
                    .isInstanceOf(BadDeclarationException.class)
                    .hasMessageContaining("there is no schema conf/none.schema.json");

            assertThat(before.policy().versions()).isEqualTo(100);
            assertThat(before.versions(id, Optional.empty(), 10).items()).hasSize(5);
        }
    }

    @Test
    void a_server_has_no_more_collections_than_it_can_bear() throws Exception {
        try (var collections = new OpenCollections(
                folder,
                DocumentsOptions.DEFAULTS,
                ReplicationMode.rejected(),
                WebhookSettings.DEFAULTS,
                InstantSource.system(),
                new SecureRandom())) {
            List<Declaration> max = new ArrayList<>();
            for (int n = 0; n < 1000; n++) max.add(PolicyText.declaration("c" + n, "memory", ORIGIN));
            assertThat(collections.open("shop", "shop", max, Map.of(), codec)).hasSize(1000);
            List<Declaration> one = List.of(PolicyText.declaration("more", "memory", ORIGIN));
            assertThatThrownBy(() -> collections.open("other", "other", one, Map.of(), codec))
                    .isInstanceOf(BadDeclarationException.class)
                    .hasMessageContaining("the limit is 1000");
            collections.release("shop");
            assertThat(collections.open("other", "other", one, Map.of(), codec)).hasSize(1);
        }
    }
}
