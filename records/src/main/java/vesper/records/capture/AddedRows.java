package vesper.records.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.RowFlags;

/**
 * Writes what is added to transactions from outside of their exchanges, a row each time, which is in the journal when
 * the call returns. Any thread calls; they take turns.
 */
final class AddedRows {
    private static final int NUMBERS_WITHOUT_MEANING = 5;
    private static final int TEXTS_BEFORE_TYPE = 10;

    private final Capture shared;
    private final RowBuffer row = new RowBuffer();
    private final KeptContents contents = new KeptContents(row);

    AddedRows(Capture shared) {
        this.shared = shared;
    }

    /**
     * What a transaction is, as far as it is known; empty for what was not said.
     *
     * @param state that it is in from now on
     */
    record Said(String type, String externalId, String sender, String receiver, String state, long durationMicros) {
        static final Said NOTHING = new Said("", "", "", "", "", 0);
    }

    /** Nothing is written while the Tracker is off. */
    synchronized void write(UUID id, Said said, long atMillis, List<Addition> added) {
        RecordingRules rules = shared.rules();
        if (rules == null || !rules.tracks()) return;
        contents.masked(rules.strictest(), 0);
        row.begin(null);
        numbers(id, said, atMillis);
        for (int i = 0; i < TEXTS_BEFORE_TYPE; i++) row.noText();
        row.text(said.type());
        row.text(said.externalId());
        row.text(said.sender());
        row.text(said.receiver());
        row.text(said.state());
        row.noText();
        row.noText();
        row.noBlob();
        row.noBlob();
        row.noBlob();
        row.beginBlob();
        for (Addition each : added) {
            Addition shown = each.with(contents.withoutSecrets(each));
            ByteBuffer bytes = ByteBuffer.allocate(Additions.mostBytes(shown));
            Additions.write(bytes, shown);
            row.put(bytes.array(), 0, bytes.position());
        }
        row.endBlob();
        try {
            shared.journal(Capture.OTHERS).append(RowFormat.ENTRY_TYPE, row.finished());
        } catch (IOException | RuntimeException | InternalError e) {
            shared.lost(e);
        }
    }

    private void numbers(UUID id, Said said, long atMillis) {
        row.number(id.getMostSignificantBits());
        row.number(id.getLeastSignificantBits());
        row.number(RowFlags.TRACKED | RowFlags.ADDITION);
        row.number(atMillis);
        row.number(said.durationMicros());
        row.number(0);
        for (int i = 0; i < NUMBERS_WITHOUT_MEANING; i++) row.number(0);
    }
}
