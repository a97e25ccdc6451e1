package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * What came of resubmitting what a search found, or what would come of it.
 *
 * @param dryRun whether nothing was sent
 * @param found how many transactions were looked at
 * @param sent how many were sent, or would be
 * @param failed how many of those did not end well
 * @param refused how many cannot be sent, or were sent before
 * @param left how many were found and not looked at, since all together took too long
 * @param incomplete why not all were looked at
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BulkResubmitted(
        boolean dryRun,
        int found,
        int sent,
        int failed,
        int refused,
        int left,
        Optional<String> incomplete,
        List<Item> items) {

    /**
     * One transaction.
     *
     * @param id of the one that was found
     * @param refused why it cannot be sent
     * @param resubmitted what came of it
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(
            String id, String method, String url, Optional<String> refused, Optional<Resubmitted> resubmitted) {}
}
