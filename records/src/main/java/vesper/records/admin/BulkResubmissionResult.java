package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of resubmitting the transactions that a search found, or of a dry run.
 *
 * @param dryRun true if nothing was sent
 * @param found number of transactions processed
 * @param sent number of requests sent; in a dry run, those that would be
 * @param failed number of sent requests that ended in an error
 * @param refused number that cannot be sent, or were sent before
 * @param left number of transactions found but not processed, because the time was up or the client left
 * @param incomplete reason why not all were processed
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BulkResubmissionResult(
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
     * @param id of the transaction that was found
     * @param refused reason why it cannot be sent
     * @param resubmitted the transaction that it led to
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(
            String id,
            String method,
            String url,
            Optional<String> refused,
            Optional<ResubmittedTransaction> resubmitted) {}
}
