package vesper.hosting;

import java.util.Locale;

/** Where a package is in its life. */
public enum PackageState {
    LOADING,
    LOADED,
    LOAD_FAILED,
    STARTING,
    STARTED,
    START_FAILED,
    STOPPING,
    UNLOADED;

    /** As it is shown, {@code load-failed}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
