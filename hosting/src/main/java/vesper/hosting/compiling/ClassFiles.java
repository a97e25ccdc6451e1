package vesper.hosting.compiling;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compiled classes by binary name, {@code orders.Orders$Line}. Immutable; the arrays are not to be changed. */
public final class ClassFiles {
    public static final ClassFiles NONE = new ClassFiles(Map.of());

    private final Map<String, byte[]> bytesByName;

    public ClassFiles(Map<String, byte[]> bytesByName) {
        this.bytesByName = Collections.unmodifiableMap(new TreeMap<>(bytesByName));
    }

    /** All of them, in the order of their names. */
    public Map<String, byte[]> byName() {
        return bytesByName;
    }

    public byte @Nullable [] bytesOf(String className) {
        return bytesByName.get(className);
    }

    /** Names of the classes that no other class encloses. Closures and inner classes have a dollar in theirs. */
    public List<String> topLevelNames() {
        return bytesByName.keySet().stream()
                .filter(name -> name.indexOf('$') < 0)
                .toList();
    }
}
