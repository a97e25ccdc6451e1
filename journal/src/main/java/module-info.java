/** The append-only log that everything durable is written to. */
module vesper.journal {
    exports vesper.journal;
    exports vesper.journal.files;

    requires static org.jspecify;
}
