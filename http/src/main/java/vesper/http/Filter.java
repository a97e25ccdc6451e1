package vesper.http;

import java.util.List;

/**
 * A step of the pipeline that handles requests: it may answer a request itself, or pass it on and change the response.
 * Called by many threads at once.
 *
 * <p>The response of {@code next} may not be there yet ({@link Response#isLater}); {@link Response#changed} changes a
 * response when it is there. An exception of {@code next} becomes a response outside of the filters, unless a filter
 * catches it.
 */
@FunctionalInterface
public interface Filter {
    Response handle(Request request, Handler next) throws Exception;

    /** Returns a handler that runs this filter in front of another handler. */
    default Handler before(Handler next) {
        return request -> handle(request, next);
    }

    /** Returns a handler that runs filters in the order of the list, and then the last handler. */
    static Handler chain(List<? extends Filter> filters, Handler last) {
        Handler handler = last;
        for (Filter filter : filters.reversed()) handler = filter.before(handler);
        return handler;
    }
}
