package vesper.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Prepares the connections of a run: renders requests and allocates buffers before anything is timed. */
final class PreparedConnections {
    private PreparedConnections() {}

    /** Returns the connections of one share of a run, all closed. */
    static List<LoadConnection> of(LoadPlan plan, Share share) {
        Mix mix = plan.mix();
        List<RequestForm> forms = mix.requests().stream()
                .map(weighted -> weighted.request().form(plan.target(), plan.keepAlive(), mix.data()))
                .toList();
        Supplier<Outbox> outboxes = outboxes(plan, share, forms);
        List<LoadConnection> connections = new ArrayList<>();
        for (long i = share.count(plan.connections()); i > 0; i--) {
            var scanner = new ResponseScanner(plan.checks().body().orElse(null));
            connections.add(new LoadConnection(outboxes.get(), plan.pipelining(), scanner));
        }
        return connections;
    }

    private static Supplier<Outbox> outboxes(LoadPlan plan, Share share, List<RequestForm> forms) {
        boolean isAlwaysTheSame = forms.size() == 1 && forms.getFirst().isConstant();
        if (isAlwaysTheSame) return CopiedRequests.of(forms.getFirst(), plan.pipelining())::another;
        var renderer = new RequestRenderer(forms, plan.mix(), share);
        return () -> new RenderedRequests(renderer, plan.pipelining());
    }
}
