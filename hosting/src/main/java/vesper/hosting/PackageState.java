package vesper.hosting;

import java.util.Locale;

/** The states in the life cycle of a package. */
public enum PackageState {
    LOADING,
    LOADED,
    LOAD_FAILED,
    STARTING,
    STARTED,
    START_FAILED,
    STOPPING,
    UNLOADED;

    /** Returns the name for display, {@code load-failed}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
