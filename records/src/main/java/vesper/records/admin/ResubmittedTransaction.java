package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * A transaction created by a resubmission.
 *
 * @param id of the new transaction
 * @param status of the response; 0 if there was none in time
 * @param incomplete present if the response, or the rest of it, did not come in time; the handler may still be running
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ResubmittedTransaction(String id, long status, String state, Optional<String> incomplete) {}
