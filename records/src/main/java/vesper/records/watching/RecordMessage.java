package vesper.records.watching;

import java.io.IOException;
import vesper.journal.JournalReader;

/** A message that carries a record to a callback. The record is read from its journal just before delivery. */
record RecordMessage(FollowedJournal journal, long position, RecordText text) implements Message {
    @Override
    public byte[] json() throws IOException {
        return text.of(row());
    }

    @Override
    public String name() {
        try {
            return "record " + row().id();
        } catch (IOException | RuntimeException e) {
            return "a record that is not there any more";
        }
    }

    private JournalRow row() throws IOException {
        try (JournalReader entry = journal.journal().readAt(position)) {
            return JournalRow.of(entry);
        }
    }

    @Override
    public void over() {
        journal.markDelivered(position);
    }
}
