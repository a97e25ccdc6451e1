package vesper.hosting.kinds;

import vesper.rest.filters.PackageFilter;

/** Classes with {@link vesper.rest.Filter}. */
final class FilterKind implements ServiceKind {
    @Override
    public String name() {
        return "filter";
    }

    @Override
    public boolean isOn(Class<?> type) {
        return PackageFilter.isOn(type);
    }

    @Override
    public void start(Made made, Parts parts) {
        parts.addFilter(PackageFilter.of(made.object(), made.origin()));
    }
}
