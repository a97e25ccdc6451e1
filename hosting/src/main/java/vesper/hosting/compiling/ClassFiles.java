package vesper.hosting.compiling;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compiled classes by binary name, {@code orders.Orders$Line}. Immutable; callers must not change the arrays. */
public final class ClassFiles {
    public static final ClassFiles NONE = new ClassFiles(Map.of());

    private final Map<String, byte[]> bytesByName;

    public ClassFiles(Map<String, byte[]> bytesByName) {
        this.bytesByName = Collections.unmodifiableMap(new TreeMap<>(bytesByName));
    }

    /** Returns all classes, sorted by name. */
    public Map<String, byte[]> byName() {
        return bytesByName;
    }

    public byte @Nullable [] bytesOf(String className) {
        return bytesByName.get(className);
    }

    /** Returns the names of the top-level classes. Names of closures and nested classes contain a dollar sign. */
    public List<String> topLevelNames() {
        return bytesByName.keySet().stream()
                .filter(name -> name.indexOf('$') < 0)
                .toList();
    }
}
