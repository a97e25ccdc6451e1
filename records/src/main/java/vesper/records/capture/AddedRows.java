package vesper.records.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.RowFlags;

/**
 * Writes additions that are made outside the exchange of their transaction, one row for each call. The row is in the
 * journal when the call returns. Thread-safe; calls are serialized.
 */
final class AddedRows {
    private static final int NUMBERS_WITHOUT_MEANING = 5;
    private static final int TEXTS_BEFORE_TYPE = 10;

    private final Capture shared;
    private final RowBuffer row = new RowBuffer();
    private final ContentWriter contents = new ContentWriter(row);

    AddedRows(Capture shared) {
        this.shared = shared;
    }

    /**
     * The properties of a transaction that are known so far; empty if not set.
     *
     * @param state the state from now on
     */
    record KnownProperties(
            String type, String externalId, String sender, String receiver, String state, long durationMicros) {
        static final KnownProperties NOTHING = new KnownProperties("", "", "", "", "", 0);
    }

    /**
     * Writes a row unless the Tracker is off. Errors are logged and counted, never thrown at the code that made the
     * addition.
     */
    synchronized void write(UUID id, KnownProperties said, long atMillis, List<Addition> added) {
        try {
            append(id, said, atMillis, added);
        } catch (IOException | RuntimeException | Error e) {
            shared.lost(e);
        }
    }

    private void append(UUID id, KnownProperties said, long atMillis, List<Addition> added) throws IOException {
        RecordingRules rules = shared.rules();
        if (rules == null || !rules.tracks()) return;
        contents.masked(rules.strictest(), 0);
        row.start(null);
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
        shared.journal(Capture.OTHERS).append(RowFormat.ENTRY_TYPE, row.finished());
    }

    private void numbers(UUID id, KnownProperties said, long atMillis) {
        row.number(id.getMostSignificantBits());
        row.number(id.getLeastSignificantBits());
        row.number(RowFlags.TRACKED | RowFlags.ADDITION);
        row.number(atMillis);
        row.number(said.durationMicros());
        row.number(0);
        for (int i = 0; i < NUMBERS_WITHOUT_MEANING; i++) row.number(0);
    }
}
