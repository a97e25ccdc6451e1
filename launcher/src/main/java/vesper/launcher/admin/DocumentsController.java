package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.RunOn;
import vesper.rest.openapi.Described;
import vesper.services.collections.CollectionSummary;
import vesper.services.collections.OpenCollections;

/** Lists the collections of documents. */
@RestController
@RequestMapping("/admin/documents")
public final class DocumentsController {
    private final OpenCollections collections;
    private final String prefix;

    /** @param prefix of the paths of collections */
    public DocumentsController(OpenCollections collections, String prefix) {
        this.collections = collections;
        this.prefix = prefix;
    }

    @GetMapping(produces = "application/json")
    @Described("The collections of all packages, sorted by name.")
    @RunOn(RunOn.Threads.PLATFORM)
    public CollectionList all() {
        return new CollectionList(
                collections.summaries().stream().map(this::line).toList());
    }

    private CollectionItem line(CollectionSummary of) {
        return new CollectionItem(
                of.name(),
                prefix + "/" + of.name(),
                of.packageName(),
                of.storage().name().toLowerCase(Locale.ROOT),
                of.documents(),
                boxed(of.bytes()),
                boxed(of.indexLagMillis()));
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    @Described("""
            A collection.
            @param name of the collection
            Example: counters
            @param path of its documents
            @param packageName its package
            @param storage memory, durable or replicated
            @param documents number of documents
            @param bytes size of the retained versions on this server's disk, a few moments old; absent for memory
            @param indexLagMillis age of the oldest change that searches miss; absent without an index""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record CollectionItem(
            String name,
            String path,
            @JsonProperty("package") String packageName,
            String storage,
            long documents,
            Optional<Long> bytes,
            Optional<Long> indexLagMillis) {}

    @Described("""
            The collections.
            @param items sorted by name""")
    public record CollectionList(List<CollectionItem> items) {}
}
