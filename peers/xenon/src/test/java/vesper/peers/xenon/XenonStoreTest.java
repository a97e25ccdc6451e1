package vesper.peers.xenon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.peers.documents.Kind;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** Verifies with Xenon itself that the measured operations really happen. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class XenonStoreTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MEMORY", "DURABLE"})
    void every_put_makes_a_version_by_either_route(Kind kind) throws Exception {
        try (XenonStore store = XenonStore.open(folder)) {
            StoredDocument inProcess = store.document(kind, Route.PROCESS, "one");
            await(answer -> inProcess.create(new State(1, "text"), answer));
            long before = inProcess.version();
            await(answer -> inProcess.put(new State(2, "text"), answer));
            StoredDocument overHttp = store.document(kind, Route.HTTP, "one");
            await(answer -> overHttp.put(new State(3, "text"), answer));
            await(overHttp::get);
            assertThat(inProcess.version()).isEqualTo(before + 2);
            assertThat(overHttp.version()).isEqualTo(before + 2);
        }
    }

    @Test
    void another_host_is_driven_as_a_client_does_it() throws Exception {
        try (XenonStore server = XenonStore.open(folder.resolve("server"));
                XenonStore client = XenonStore.of(folder.resolve("client"), URI.create(server.address()))) {
            StoredDocument document = client.document(Kind.MEMORY, Route.HTTP, "one");
            await(answer -> document.create(new State(1, "text"), answer));
            await(answer -> document.put(new State(2, "text"), answer));
            assertThat(server.document(Kind.MEMORY, Route.PROCESS, "one").version())
                    .isEqualTo(document.version());
        }
    }

    @Test
    void a_document_that_is_not_there_is_a_failure() throws Exception {
        try (XenonStore store = XenonStore.open(folder)) {
            var answered = new CompletableFuture<Void>();
            store.document(Kind.DURABLE, Route.PROCESS, "none").get(RequestCallback.completing(answered));
            assertThat(answered.handle((_, failure) -> failure == null).get(60, TimeUnit.SECONDS))
                    .isFalse();
        }
    }

    @Test
    void three_hosts_are_one_group_and_each_has_a_copy() throws Exception {
        try (XenonStore first = XenonStore.node(folder.resolve("1"), 3, Optional.empty());
                XenonStore second = XenonStore.node(folder.resolve("2"), 3, Optional.of(URI.create(first.address())));
                XenonStore third = XenonStore.node(folder.resolve("3"), 3, Optional.of(URI.create(first.address())))) {
            List<XenonStore> all = List.of(first, second, third);
            for (XenonStore node : all) node.awaitCluster(3);
            StoredDocument document = first.document(Kind.REPLICATED, Route.PROCESS, "one");
            await(answer -> document.create(new State(1, "text"), answer));
            await(answer -> document.put(new State(2, "text"), answer));
            long version = document.version();
            for (XenonStore node : all) awaitCopy(node, version);
        }
    }

    /** Waits for a copy. A majority has the write when it is acknowledged, and the others follow soon. */
    private static void awaitCopy(XenonStore node, long version) throws Exception {
        StoredDocument copy = node.document(Kind.REPLICATED, Route.PROCESS, "one");
        while (copy.localVersion() != version) Thread.onSpinWait();
    }

    private static void await(Consumer<RequestCallback> request) throws Exception {
        var answered = new CompletableFuture<Void>();
        request.accept(RequestCallback.completing(answered));
        answered.get(60, TimeUnit.SECONDS);
    }
}
