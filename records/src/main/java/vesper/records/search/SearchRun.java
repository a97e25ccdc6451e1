package vesper.records.search;

import java.io.IOException;
import java.util.BitSet;
import java.util.OptionalLong;
import vesper.records.blocks.Batch;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.search.SearchResult.End;

/** One execution of a search, from the first batch to the last. Not reusable; not thread-safe. */
final class SearchRun {
    private final Search.SearchOptions options;
    private final SearchBounds bounds;
    private final StopCheck stop;
    private final Evaluation evaluation;
    private final Search.Counts counts;
    private final SortedHits page;
    private final Damages damages = new Damages();
    private long lookedBackTo = Long.MIN_VALUE;

    SearchRun(Search.SearchOptions options, HitsWhile hits, SearchBounds bounds) {
        this.options = options;
        this.bounds = bounds;
        this.stop = bounds.start();
        this.evaluation = new Evaluation(options.query().clause(), stop);
        this.counts = new Search.Counts(options);
        this.page = new SortedHits(options.sort(), options.limit(), options.cursor(), hits, damages);
    }

    SearchResult run(Batches batches) {
        End end = End.COMPLETE;
        try {
            search(batches);
        } catch (SearchStoppedException stopped) {
            end = stopped.end();
        }
        page.finish();
        return new SearchResult(
                page.taken(),
                page.next(),
                options.total() ? OptionalLong.of(counts.total()) : OptionalLong.empty(),
                counts.facets(),
                counts.histogram(),
                counts.latencies(),
                end,
                end == End.COMPLETE ? Long.MIN_VALUE : lookedBackTo,
                damages.named());
    }

    private void search(Batches batches) throws SearchStoppedException {
        while (!isEnough(batches.latestLeft())) {
            lookedBackTo = batches.latestLeft();
            stop.checkIfDue();
            try {
                Batch batch = batches.next();
                if (batch == null) return;
                var view = new BatchView(batch);
                search(view);
                view.release();
            } catch (IOException unreadable) {
                damages.add(unreadable);
            } catch (InternalError late) {
                damages.add(late);
            }
            bounds.pace().pause();
        }
    }

    /** Checks whether the remaining batches, none of which has rows later than this, cannot change the result. */
    private boolean isEnough(long latestLeft) {
        if (options.sort().isNewestFirst()) page.handOverNewerThan(latestLeft);
        if (options.counts()) return false;
        return options.limit() == 0 || (options.sort().isNewestFirst() && page.isFullOfNewerThan(latestLeft));
    }

    private void search(BatchView batch) throws DamagedBlockException, SearchStoppedException {
        if (batch.records() == 0) return;
        Likelihood outlook = evaluation.estimate(batch);
        if (outlook == Likelihood.NONE || !isOfUse(batch)) return;
        BitSet all = Evaluation.all(batch);
        BitSet matching = outlook == Likelihood.ALL ? all : evaluation.matches(batch, all);
        if (matching.isEmpty()) return;
        if (options.counts()) counts.add(batch, matching);
        page.add(batch, matching);
    }

    /** Checks whether a row of this batch could belong to the page. */
    private boolean isOfUse(BatchView batch) throws DamagedBlockException {
        if (options.counts() || options.sort().isByText()) return true;
        if (options.sort().isByTime() && SeenTransactions.mayHaveAdditions(batch)) return true;
        return page.hasRoomFor(batch.bounds(options.sort().column()));
    }
}
