package vesper.bench.documents;

import java.util.List;
import java.util.Optional;

/**
 * A rate that Xenon's makers report for the same 524 bytes, on a MacBook Pro of 2014 with four cores.
 *
 * @param ofCase name of the case to compare it with
 * @param perSecond updates per second
 * @param how their description of the setup
 */
record PublishedRate(String ofCase, double perSecond, String how) {
    static final String SOURCE = "https://github.com/vmware/xenon/wiki/service-framework-performance";

    static final List<PublishedRate> ALL = List.of(
            new PublishedRate("memory-2g-put-flood", 1_000_000, "in memory, in process, 2 GB"),
            new PublishedRate("memory-64m-put-flood", 500_000, "in memory, in process, 64 MB"),
            new PublishedRate("http-memory-put", 30_000, "in memory, local sockets"),
            new PublishedRate("durable-put-flood", 190_000, "durable, in process, 512 MB"),
            new PublishedRate("http-durable-put", 30_000, "durable, local sockets"),
            new PublishedRate("nodes-5-put-1000", 2_000, "durable, replicated, 5 nodes, 2 GB"));

    static Optional<PublishedRate> of(DocumentsCase one) {
        return ALL.stream().filter(rate -> rate.ofCase.equals(one.name())).findFirst();
    }
}
