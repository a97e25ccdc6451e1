package vesper.services.collections;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * The status of all collections of a server.
 *
 * @param collections number of open collections
 * @param unindexed number of changes that searches do not find yet
 * @param trouble current problem with storing or indexing documents
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CollectionsStatus(int collections, long unindexed, Optional<String> trouble) {}
