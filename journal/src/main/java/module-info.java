/** The append-only log to which all durable data is written. */
module vesper.journal {
    exports vesper.journal;
    exports vesper.journal.files;

    requires static org.jspecify;
}
