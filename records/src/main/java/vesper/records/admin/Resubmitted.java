package vesper.records.admin;

/**
 * A transaction that came of another one's request.
 *
 * @param id of the new transaction
 * @param status of the answer, 0 where there was none in time
 */
public record Resubmitted(String id, long status, String state) {}
