package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * A transaction that came of another one's request.
 *
 * @param id of the new transaction
 * @param status of the answer, 0 where there was none in time
 * @param incomplete that the answer, or its end, did not come in time, so that the handler may still be at it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Resubmitted(String id, long status, String state, Optional<String> incomplete) {}
