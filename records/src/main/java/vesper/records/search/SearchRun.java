package vesper.records.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.search.SearchResult.End;

/** One search, from its first batch to its last. Used once, by one thread. */
final class SearchRun {
    private static final int MOST_DAMAGES_NAMED = 10;

    private final Search.Wanted wanted;
    private final SearchBounds bounds;
    private final StopSignal stop;
    private final Evaluation evaluation;
    private final Search.Counts counts;
    private final Page page;
    private final List<String> damaged = new ArrayList<>();
    private long records;
    private long lookedBackTo = Long.MIN_VALUE;

    SearchRun(Search.Wanted wanted, Consumer<Row> hits, SearchBounds bounds) {
        this.wanted = wanted;
        this.bounds = bounds;
        this.stop = bounds.start();
        this.evaluation = new Evaluation(wanted.query().clause(), stop);
        this.counts = new Search.Counts(wanted);
        this.page = new Page(wanted.sort(), wanted.limit(), wanted.cursor(), hits);
    }

    SearchResult run(Batches batches) throws IOException {
        End end = End.COMPLETE;
        try {
            look(batches);
        } catch (SearchStoppedException stopped) {
            end = stopped.end();
        }
        page.finish();
        return new SearchResult(
                page.handedOver(),
                page.next(),
                wanted.total() ? OptionalLong.of(counts.total()) : OptionalLong.empty(),
                counts.facets(),
                counts.histogram(),
                counts.latencies(),
                end,
                end == End.COMPLETE ? Long.MIN_VALUE : lookedBackTo,
                records,
                List.copyOf(damaged));
    }

    private void look(Batches batches) throws IOException, SearchStoppedException {
        lookedBackTo = Long.MAX_VALUE;
        for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
            lookedBackTo = Math.min(lookedBackTo, batch.latest());
            stop.look();
            var view = new BatchView(batch);
            if (isEnough(view)) return;
            try {
                look(view);
            } catch (DamagedBlockException unreadable) {
                damaged(batch, unreadable);
            }
            view.release();
            bounds.pace().pause();
        }
    }

    /** Whether neither this batch nor any later one can change the result. */
    private boolean isEnough(BatchView batch) {
        if (wanted.counts()) return false;
        if (wanted.limit() == 0) return true;
        if (!wanted.sort().isNewestFirst()) return false;
        page.handOverNewerThan(batch.latest());
        return page.isFullOfNewerThan(batch.latest());
    }

    private void look(BatchView batch) throws DamagedBlockException, SearchStoppedException {
        records += batch.records();
        if (batch.records() == 0) return;
        Likelihood outlook = evaluation.outlook(batch);
        if (outlook == Likelihood.NONE || !isOfUse(batch)) return;
        BitSet all = Evaluation.all(batch);
        BitSet matching = outlook == Likelihood.ALL ? all : evaluation.matches(batch, all);
        if (matching.isEmpty()) return;
        if (wanted.counts()) counts.add(batch, matching);
        page.add(batch, matching);
    }

    /** Whether a row of this batch could come before what the page is full of. */
    private boolean isOfUse(BatchView batch) throws DamagedBlockException {
        if (wanted.counts() || wanted.sort().isByText()) return true;
        if (wanted.sort().isByTime() && SeenTransactions.mayHaveAdditions(batch)) return true;
        Bounds there = batch.bounds(wanted.sort().column());
        return page.hasRoomFor(wanted.sort().isDescending() ? there.largest() : there.least());
    }

    private void damaged(Batch batch, DamagedBlockException unreadable) {
        if (damaged.size() >= MOST_DAMAGES_NAMED) return;
        damaged.add("a block of " + batch.records() + " records up to time " + batch.latest() + ": "
                + unreadable.getMessage());
    }
}
