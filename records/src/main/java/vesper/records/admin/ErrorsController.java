package vesper.records.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.recent.RecentExchange;
import vesper.records.recent.RecentExchanges;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * Requests answered with a status of 500 or above. Combines the recent exchanges in memory with their records, and adds
 * older records.
 */
@RestController
@RequestMapping("/admin/errors")
public final class ErrorsController {
    private static final String FAILED = "status:>=500 AND (monitored:true OR tracked:true)";
    private static final Comparator<ErrorItem> NEWEST_FIRST =
            Comparator.comparing(ErrorItem::at).reversed();

    private final Records records;
    private final RecordSearch search;

    public ErrorsController(Records records) {
        this.records = records;
        this.search = new RecordSearch(records, records.clock());
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The last requests that were answered with a status from 500 on, the newest first.
            @param limit how many at most, 1 to 200
            @return Them""")
    @AlsoAnswers(status = 503, when = "There are too many searches")
    @RunOn(RunOn.Threads.PLATFORM)
    public ErrorList newest(@RequestParam(name = "limit", defaultValue = "50") int limit)
            throws IOException, InterruptedException {
        if (limit < 1 || limit > RecentExchanges.MOST_FAILED) throw badLimit();
        List<ErrorItem> recorded = new ArrayList<>(recorded(limit));
        List<ErrorItem> items = new ArrayList<>();
        for (RecentExchange failed : records.recent().failed()) {
            ErrorItem record = takeOut(recorded, failed);
            items.add(
                    record == null
                            ? ErrorItem.of(failed, records.routes().facts(failed.route()))
                            : record.saying(Optional.ofNullable(failed.failure())));
        }
        items.addAll(recorded);
        items.sort(NEWEST_FIRST);
        return new ErrorList(items.subList(0, Math.min(limit, items.size())));
    }

    private List<ErrorItem> recorded(int limit) throws IOException, InterruptedException {
        SearchParameters asked = SearchParameters.page(null, null, null, Integer.toString(limit));
        return search.search(FAILED, asked, List.of(), ErrorItem::of).items();
    }

    private static @Nullable ErrorItem takeOut(List<ErrorItem> recorded, RecentExchange failed) {
        for (Iterator<ErrorItem> each = recorded.iterator(); each.hasNext(); ) {
            ErrorItem record = each.next();
            if (!record.isOf(failed)) continue;
            each.remove();
            return record;
        }
        return null;
    }

    private static RuntimeException badLimit() {
        String why = "is not from 1 to " + RecentExchanges.MOST_FAILED;
        return ProblemType.BAD_REQUEST
                .because("The parameter limit " + why)
                .withErrors(List.of(new Problem.BadValue("limit", why)))
                .exception();
    }

    @Described("""
            Requests that failed.
            @param items the newest first""")
    public record ErrorList(List<ErrorItem> items) {}
}
