package vesper.rest.filters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/**
 * The filters that some packages bring for the paths of all packages. While there are none, a request costs one read of
 * a field.
 */
public final class SharedFilters implements vesper.http.Filter {
    private final Codec codec;
    private final Map<String, List<PackageFilter>> byOwner = new LinkedHashMap<>();
    private volatile @Nullable FilterChain chain;

    /** @param codec writes the responses to exceptions of handlers, which the filters see */
    public SharedFilters(Codec codec) {
        this.codec = codec;
    }

    /** Replaces the filters of a package; an empty list removes them. */
    public synchronized void put(String packageName, List<PackageFilter> filters) {
        if (filters.isEmpty()) byOwner.remove(packageName);
        else byOwner.put(packageName, filters);
        List<PackageFilter> all = new ArrayList<>();
        byOwner.values().forEach(all::addAll);
        chain = all.isEmpty() ? null : new FilterChain(all, codec);
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        FilterChain now = chain;
        return now == null ? next.handle(request) : now.handle(request, next);
    }
}
