package vesper.records.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Descriptions of the data that a search could not read: each once, and only the first {@value #MOST_NAMED}. Not
 * thread-safe.
 */
final class Damages {
    private static final int MOST_NAMED = 20;

    private final Set<String> named = new LinkedHashSet<>();
    private int others;

    void add(IOException unreadable) {
        add(String.valueOf(unreadable.getMessage()));
    }

    /**
     * Adds the error that the JVM throws if a mapped file was truncated. Sometimes it is thrown only after the method
     * that read the page has returned.
     */
    void add(InternalError unreadable) {
        add("something cannot be read: " + unreadable.getMessage());
    }

    private void add(String what) {
        if (named.size() < MOST_NAMED) named.add(what);
        else if (!named.contains(what)) others++;
    }

    List<String> named() {
        List<String> all = new ArrayList<>(named);
        if (others > 0) all.add("and " + others + " times more");
        return List.copyOf(all);
    }
}
