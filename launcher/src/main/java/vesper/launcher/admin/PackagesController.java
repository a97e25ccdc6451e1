package vesper.launcher.admin;

import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.hosting.PackageChange;
import vesper.hosting.Packages;

/** The packages: how they are, and what can be done with them. */
@RestController
@RequestMapping("/admin/packages")
public final class PackagesController {
    private final Packages packages;

    public PackagesController(Packages packages) {
        this.packages = packages;
    }

    @GetMapping
    public Listed all() {
        return new Listed(packages.snapshots().stream().map(PackageDetails::of).toList());
    }

    @GetMapping("/{name}")
    public ResponseEntity<?> one(@PathVariable("name") String name) {
        return packages.snapshot(name)
                .<ResponseEntity<?>>map(found -> ResponseEntity.ok(PackageDetails.of(found)))
                .orElseGet(() -> noSuchPackage(name));
    }

    @PostMapping("/{name}/start")
    public ResponseEntity<?> start(@PathVariable("name") String name) {
        return answer(packages.start(name));
    }

    @PostMapping("/{name}/stop")
    public ResponseEntity<?> stop(@PathVariable("name") String name) {
        return answer(packages.stop(name));
    }

    /** Loads it anew, changed or not. Answers 409 with the errors where that fails; the old code serves on then. */
    @PostMapping("/{name}/reload")
    public ResponseEntity<?> reload(@PathVariable("name") String name) {
        return answer(packages.reload(name));
    }

    private static ResponseEntity<?> answer(PackageChange change) {
        return switch (change) {
            case PackageChange.Done(var now) -> ResponseEntity.ok(PackageDetails.of(now));
            case PackageChange.Failed(var now) -> ResponseEntity.status(409).body(PackageDetails.of(now));
            case PackageChange.NoSuchPackage(var name) -> noSuchPackage(name);
        };
    }

    private static ResponseEntity<?> noSuchPackage(String name) {
        throw new UnsupportedOperationException(name);
    }

    /** Every list is an object, so that more can stand beside the items. */
    public record Listed(List<PackageDetails> items) {}
}
