package vesper.rest;

import java.util.List;

/** Reads annotated classes: from an object of a {@code @RestController} class to its routes. */
public final class Controllers {
    /**
     * The routes of an object's annotated methods.
     *
     * @param prefix put before every pattern, {@code /api}
     * @param origin the file it came from, for messages
     * @throws IllegalArgumentException if an annotation cannot be understood; the message names class and method
     */
    public List<Route> routesOf(Object controller, String prefix, String origin) {
        return List.of();
    }
}
