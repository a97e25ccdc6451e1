package vesper.hosting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** In which order packages are loaded: what others depend on comes first. */
final class LoadOrder {
    private LoadOrder() {}

    /**
     * Waves of packages that can be loaded at once. Those that wait for one another in a circle come last, together:
     * each will find that the other is not there.
     */
    static List<List<PackageContents>> waves(Collection<PackageContents> packages) {
        List<List<PackageContents>> waves = new ArrayList<>();
        Set<PackageContents> left = new LinkedHashSet<>(packages);
        while (!left.isEmpty()) {
            List<PackageContents> ready = left.stream()
                    .filter(each -> left.stream().noneMatch(other -> dependsOn(each, other)))
                    .toList();
            List<PackageContents> wave = ready.isEmpty() ? List.copyOf(left) : ready;
            waves.add(wave);
            wave.forEach(left::remove);
        }
        return waves;
    }

    private static boolean dependsOn(PackageContents one, PackageContents other) {
        return one.descriptor().dependsOn().contains(other.descriptor().name());
    }
}
