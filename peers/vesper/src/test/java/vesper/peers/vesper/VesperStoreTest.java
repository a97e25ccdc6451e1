package vesper.peers.vesper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Kind;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class VesperStoreTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"MEMORY,PROCESS", "MEMORY,HTTP", "DURABLE,PROCESS", "DURABLE,HTTP", "REPLICATED,PROCESS"})
    void every_put_makes_a_version(Kind kind, Route route) throws Exception {
        try (VesperStore store = open(new SyncPolicy.Always())) {
            StoredDocument document = store.document(kind, route, "one");
            assertThat(succeeds(answer -> document.create(new State(1, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(answer -> document.put(new State(2, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(document::get)).isTrue();
            assertThat(document.version()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void what_is_there_is_not_created_and_what_is_not_there_is_not_got(Kind kind) throws Exception {
        try (VesperStore store = open(new SyncPolicy.Interval(Duration.ofSeconds(5)))) {
            StoredDocument one = store.document(kind, Route.PROCESS, "one");
            assertThat(succeeds(answer -> one.create(new State(1, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(answer -> one.create(new State(2, "text"), answer)))
                    .isFalse();
            assertThat(succeeds(store.document(kind, Route.PROCESS, "two")::get))
                    .isFalse();
        }
    }

    @Test
    void a_durable_document_is_there_when_the_store_is_opened_again() throws Exception {
        try (VesperStore store = open(new SyncPolicy.Always())) {
            StoredDocument one = store.document(Kind.DURABLE, Route.PROCESS, "one");
            assertThat(succeeds(answer -> one.create(new State(1, "text"), answer)))
                    .isTrue();
        }
        try (VesperStore store = open(new SyncPolicy.Always())) {
            assertThat(succeeds(store.document(Kind.DURABLE, Route.PROCESS, "one")::get))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MEMORY", "DURABLE"})
    void another_process_reaches_the_documents_over_http(Kind kind) throws Exception {
        try (VesperStore store = open(new SyncPolicy.Always());
                VesperStore client =
                        VesperStore.of(folder.resolve("other"), new SyncPolicy.Always(), URI.create(store.address()))) {
            StoredDocument remote = client.document(kind, Route.HTTP, "one");
            assertThat(succeeds(remote::get)).isFalse();
            assertThat(succeeds(answer -> remote.create(new State(1, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(answer -> remote.put(new State(2, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(remote::get)).isTrue();
            assertThat(remote.version()).isEqualTo(2);
            assertThat(store.document(kind, Route.PROCESS, "one").version()).isEqualTo(2);
        }
    }

    @Test
    void three_nodes_have_what_the_first_was_told() throws Exception {
        var always = new SyncPolicy.Always();
        try (VesperStore first = VesperStore.first(folder.resolve("1"), always, 3);
                VesperStore second = VesperStore.node(folder.resolve("2"), always, 3, first.address());
                VesperStore third = VesperStore.node(folder.resolve("3"), always, 3, first.address())) {
            for (VesperStore node : List.of(first, second, third)) node.awaitCluster(3);
            StoredDocument document = first.document(Kind.REPLICATED, Route.PROCESS, "one");
            assertThat(succeeds(answer -> document.create(new State(1, "text"), answer)))
                    .isTrue();
            assertThat(succeeds(answer -> document.put(new State(2, "text"), answer)))
                    .isTrue();
            assertThat(document.version()).isEqualTo(2);
            for (VesperStore node : List.of(second, third)) {
                node.awaitCluster(3);
                assertThat(node.document(Kind.REPLICATED, Route.PROCESS, "one").localVersion())
                        .isEqualTo(2);
            }
        }
    }

    private VesperStore open(SyncPolicy sync) throws IOException {
        return VesperStore.open(folder.resolve("documents"), sync);
    }

    private static boolean succeeds(Consumer<RequestCallback> request) throws Exception {
        var answered = new CompletableFuture<Void>();
        request.accept(RequestCallback.completing(answered));
        return answered.handle((_, failure) -> failure == null).get(60, TimeUnit.SECONDS);
    }
}
