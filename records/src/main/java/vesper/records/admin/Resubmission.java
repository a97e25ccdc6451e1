package vesper.records.admin;

/** What came of one attempt to carry out the request of a transaction again. */
sealed interface Resubmission {
    record Done(Resubmitted transaction) implements Resubmission {}

    record NotThere() implements Resubmission {}

    /** The request is not kept as it was, or it must not be sent. */
    record Refused(String reason) implements Resubmission {}

    /** Requests that were resubmitted resubmit others. */
    record Loops(String reason) implements Resubmission {}
}
