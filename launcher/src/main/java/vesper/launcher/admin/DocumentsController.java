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
    @Described("The collections of all packages, by their names.")
    @RunOn(RunOn.Threads.PLATFORM)
    public Listed all() {
        return new Listed(collections.summaries().stream().map(this::line).toList());
    }

    private Line line(CollectionSummary of) {
        return new Line(
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
            @param path at which its documents are
            @param packageName the package that has it
            @param storage memory, durable or replicated
            @param documents how many there are
            @param bytes that the versions which are kept take on this server's disk, as of some moments ago; absent for memory
            @param indexLagMillis for how long something could not be found; absent where nothing is searched by an index""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Line(
            String name,
            String path,
            @JsonProperty("package") String packageName,
            String storage,
            long documents,
            Optional<Long> bytes,
            Optional<Long> indexLagMillis) {}

    @Described("""
            The collections.
            @param items by their names""")
    public record Listed(List<Line> items) {}
}
