package vesper.records.admin;

/** The outcome of an attempt to resubmit a transaction's request. */
sealed interface Resubmission {
    record Done(Resubmitted transaction) implements Resubmission {}

    record NotThere() implements Resubmission {}

    /** The request was not kept completely, or must not be sent. */
    record Refused(String reason) implements Resubmission {}

    /** Too many resubmissions run at once, which suggests that resubmitted requests cause further resubmissions. */
    record Loops(String reason) implements Resubmission {}
}
