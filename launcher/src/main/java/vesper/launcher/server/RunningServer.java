package vesper.launcher.server;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import vesper.access.Access;
import vesper.cluster.Cluster;
import vesper.hosting.Packages;
import vesper.http.HttpServer;
import vesper.launcher.benches.BenchRuns;
import vesper.launcher.diagnostics.Recordings;
import vesper.launcher.metrics.RequestMetrics;
import vesper.launcher.samples.Sampler;
import vesper.records.admin.Records;
import vesper.rest.triggers.Triggers;
import vesper.services.collections.OpenCollections;

/**
 * The parts of a server that operators inspect and control.
 *
 * @param cluster empty if the server is in none
 * @param metrics empty if exchanges are not counted
 * @param here returns the address of the server on this machine
 */
record RunningServer(
        Folders folders,
        Packages packages,
        Records records,
        OpenCollections collections,
        Access access,
        Triggers triggers,
        HttpServer http,
        Optional<Cluster> cluster,
        Optional<RequestMetrics> metrics,
        Sampler sampler,
        SwitchedAccessLog accessLog,
        Recordings recordings,
        BenchRuns benches,
        Supplier<URI> here) {}
