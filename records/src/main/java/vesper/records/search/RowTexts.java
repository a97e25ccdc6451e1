package vesper.records.search;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;
import vesper.records.rows.Columns;
import vesper.records.rows.RowWords;
import vesper.records.text.PayloadForm;
import vesper.records.text.WordSink;

/**
 * Feeds the texts of rows to a matcher and collects the rows in which it matches. Consecutive rows with the same text
 * are scanned once.
 */
final class RowTexts {
    private final BatchView batch;
    private final RowWords words;
    private final Runnable begin;
    private final BooleanSupplier isMet;
    private final StopCheck stop;

    /**
     * @param begin resets the matcher
     * @param isMet returns whether the matcher has matched since then
     */
    RowTexts(BatchView batch, WordSink sink, Runnable begin, BooleanSupplier isMet, StopCheck stop) {
        this.batch = batch;
        this.words = new RowWords(sink);
        this.begin = begin;
        this.isMet = isMet;
        this.stop = stop;
    }

    /** Returns the rows in which the matcher matches. */
    BitSet found(WordPlace place, BitSet rows) throws DamagedBlockException, SearchStoppedException {
        var found = new BitSet(rows.length());
        var left = (BitSet) rows.clone();
        switch (place) {
            case REQUEST -> payload(Columns.REQUEST, Columns.REQUEST_TYPE, left, found);
            case RESPONSE -> payload(Columns.RESPONSE, Columns.RESPONSE_TYPE, left, found);
            case BODY -> {
                payload(Columns.RESPONSE, Columns.RESPONSE_TYPE, left, found);
                payload(Columns.REQUEST, Columns.REQUEST_TYPE, left, found);
                blobs(Columns.ADDITIONS, left, found, (blobs, row) -> words.stateContents(blobs.of(row)));
            }
            case HEADERS -> headers(left, found);
            case QUERY -> texts(Columns.QUERY, left, found, words::query);
            case ADDITIONS -> additions(left, found);
            case PATH -> texts(Columns.PATH, left, found, words::path);
            case USER_AGENT -> texts(Columns.USER_AGENT, left, found, words::text);
            case ANYWHERE -> anywhere(left, found);
        }
        return found;
    }

    private void anywhere(BitSet left, BitSet found) throws DamagedBlockException, SearchStoppedException {
        texts(Columns.PATH, left, found, words::path);
        texts(Columns.QUERY, left, found, words::query);
        texts(Columns.USER, left, found, words::text);
        texts(Columns.USER_AGENT, left, found, words::text);
        texts(Columns.TYPE, left, found, words::text);
        texts(Columns.EXTERNAL_ID, left, found, words::text);
        texts(Columns.SENDER, left, found, words::text);
        texts(Columns.RECEIVER, left, found, words::text);
        payload(Columns.RESPONSE, Columns.RESPONSE_TYPE, left, found);
        payload(Columns.REQUEST, Columns.REQUEST_TYPE, left, found);
        headers(left, found);
        additions(left, found);
    }

    private void headers(BitSet left, BitSet found) throws DamagedBlockException, SearchStoppedException {
        blobs(
                Columns.HEADERS,
                left,
                found,
                (blobs, row) -> words.headers(blobs.bytes(), blobs.start(row), blobs.length(row)));
    }

    private void additions(BitSet left, BitSet found) throws DamagedBlockException, SearchStoppedException {
        blobs(Columns.ADDITIONS, left, found, (blobs, row) -> words.additions(blobs.of(row)));
    }

    @FunctionalInterface
    private interface Text {
        void show(byte[] bytes, int from, int length);
    }

    @FunctionalInterface
    private interface Blob {
        void show(BlobValues blobs, int row);
    }

    private void texts(Column column, BitSet left, BitSet found, Text text)
            throws DamagedBlockException, SearchStoppedException {
        if (left.isEmpty()) return;
        TextValues values = batch.texts(column);
        BitSet codes = Evaluation.codes(values, left);
        for (int code = codes.nextSetBit(0); code >= 0; code = codes.nextSetBit(code + 1)) {
            stop.check();
            begin.run();
            text.show(values.bytes(), values.start(code), values.length(code));
            if (!isMet.getAsBoolean()) codes.clear(code);
        }
        if (codes.isEmpty()) return;
        for (int row = left.nextSetBit(0); row >= 0; row = left.nextSetBit(row + 1)) {
            if (!codes.get(values.code(row))) continue;
            found.set(row);
            left.clear(row);
        }
    }

    private void payload(Column column, Column type, BitSet left, BitSet found)
            throws DamagedBlockException, SearchStoppedException {
        if (left.isEmpty()) return;
        TextValues types = batch.texts(type);
        var forms = new PayloadForm[types.different()];
        for (int code = 0; code < forms.length; code++) {
            forms[code] = PayloadForm.of(types.bytes(), types.start(code), types.length(code));
        }
        blobs(
                column,
                left,
                found,
                (blobs, row) ->
                        words.payload(blobs.bytes(), blobs.start(row), blobs.length(row), forms[types.code(row)]));
    }

    private void blobs(Column column, BitSet left, BitSet found, Blob blob)
            throws DamagedBlockException, SearchStoppedException {
        if (left.isEmpty()) return;
        BlobValues blobs = batch.blobs(column);
        int shown = -1;
        boolean wasFound = false;
        for (int row = left.nextSetBit(0); row >= 0; row = left.nextSetBit(row + 1)) {
            if (blobs.length(row) == 0) continue;
            stop.check();
            if (shown < 0 || !areEqual(blobs, shown, row)) {
                begin.run();
                blob.show(blobs, row);
                wasFound = isMet.getAsBoolean();
                shown = row;
            }
            if (!wasFound) continue;
            found.set(row);
            left.clear(row);
        }
    }

    private static boolean areEqual(BlobValues blobs, int one, int other) {
        int length = blobs.length(one);
        return length == blobs.length(other)
                && Arrays.equals(
                        blobs.bytes(),
                        blobs.start(one),
                        blobs.start(one) + length,
                        blobs.bytes(),
                        blobs.start(other),
                        blobs.start(other) + length);
    }
}
