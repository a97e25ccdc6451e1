package vesper.services.collections;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * How the documents of a server are.
 *
 * @param collections how many are open
 * @param unindexed changes of durable documents that searches do not find yet
 * @param trouble what goes wrong with keeping or finding them
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CollectionsStatus(int collections, long unindexed, Optional<String> trouble) {}
