package vesper.records.admin;

/** The outcome of an attempt to resubmit a transaction's request. */
sealed interface Resubmission {
    record Done(ResubmittedTransaction transaction) implements Resubmission {}

    record NotFound() implements Resubmission {}

    /** The request was not kept completely, or must not be sent. */
    record Refused(String reason) implements Resubmission {}

    /** Too many resubmissions run at once, which suggests that resubmitted requests cause further resubmissions. */
    record Loops(String reason) implements Resubmission {}
}
