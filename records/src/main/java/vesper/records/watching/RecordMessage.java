package vesper.records.watching;

import java.io.IOException;

/** A record that a callback is told, read from its journal when its turn comes. */
record RecordMessage(FollowedJournal journal, long position, RecordText text) implements Message {
    @Override
    public byte[] json() throws IOException {
        return text.of(JournalRow.of(journal.journal().entry(position).payload()));
    }

    @Override
    public void over() {
        journal.told(position);
    }
}
