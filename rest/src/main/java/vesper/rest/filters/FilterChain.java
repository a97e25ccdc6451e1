package vesper.rest.filters;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import vesper.codec.Codec;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.answers.Failures;
import vesper.rest.answers.Problems;
import vesper.rest.answers.ValueWriter;

/** Several filters of packages as one filter, in their order. */
public final class FilterChain implements vesper.http.Filter {
    private final List<PackageFilter> filters;
    private final Failures failures;

    /** @param codec writes the responses to exceptions of the handler, which the filters see */
    public FilterChain(List<PackageFilter> filters, Codec codec) {
        this.filters = filters.stream()
                .sorted(Comparator.comparingInt(PackageFilter::order))
                .toList();
        this.failures = new Failures(new Problems(codec), new ValueWriter(codec));
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        return handle(0, request, next);
    }

    private Response handle(int from, Request request, Handler next) throws Exception {
        for (int i = from; i < filters.size(); i++) {
            PackageFilter filter = filters.get(i);
            if (!filter.covers(request)) continue;
            int rest = i + 1;
            return filter.filter().handle(request, passed -> complete(passed, inner -> handle(rest, inner, next)));
        }
        return next.handle(request);
    }

    /**
     * Returns the response for a filter when it is there, as an object that the filter may change. An exception of the
     * handler or of an inner filter becomes its response.
     */
    private Response complete(Request request, Handler next) throws InterruptedException {
        Response response = answer(request, next);
        while (response.isLater()) {
            try {
                response =
                        response.whenReady().orElseThrow().toCompletableFuture().get();
            } catch (ExecutionException e) {
                return failures.respond(e.getCause() == null ? e : e.getCause(), request);
            }
        }
        return response.copy();
    }

    private Response answer(Request request, Handler next) {
        try {
            return next.handle(request);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return failures.respond(t, request);
        }
    }
}
