package vesper.launcher.welcome;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.hosting.PackageSnapshot;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.routing.Negotiation;
import vesper.rest.routing.Route;

/** Responds with the entry points of a server: as a page to browsers, as JSON to other clients. */
public final class Welcome implements Handler {
    /** Parts that an operator may have switched off. */
    public enum Extra {
        CONSOLE,
        METRICS
    }

    private final Codec codec;
    private final String version;
    private final Supplier<List<PackageSnapshot>> packages;
    private final Supplier<List<Route>> routes;
    private final Predicate<Request> operators;
    private final SequencedMap<String, String> links = new LinkedHashMap<>();

    /**
     * @param version of Vesper, for people
     * @param extras the parts that are switched on
     * @param operators checks whether the client may see why a package could not start
     */
    public Welcome(
            Codec codec,
            String version,
            Set<Extra> extras,
            Supplier<List<PackageSnapshot>> packages,
            Supplier<List<Route>> routes,
            Predicate<Request> operators) {
        this.codec = codec;
        this.version = version;
        this.packages = packages;
        this.routes = routes;
        this.operators = operators;
        if (extras.contains(Extra.CONSOLE)) links.put("console", "/console/");
        links.put("openapi", "/openapi.json");
        links.put("health", "/health/ready");
        links.put("status", "/admin/status");
        if (extras.contains(Extra.METRICS)) links.put("metrics", "/metrics");
    }

    @Override
    public Response handle(Request request) {
        EntryPoints here =
                new EntryPoints(version, links, EntryPoints.of(packages.get(), routes.get(), operators.test(request)));
        Response response = Response.of(200).header("Cache-Control", "no-cache").header("Vary", "Accept");
        return Negotiation.prefersHtml(request)
                ? WelcomePage.fill(response, here)
                : response.header("Content-Type", "application/json").body(json(here));
    }

    private byte[] json(EntryPoints here) {
        String text = new String(codec.write(MediaFormat.JSON, here), UTF_8);
        return text.concat("\n").getBytes(UTF_8);
    }
}
