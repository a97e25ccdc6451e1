package vesper.launcher.admin;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.hosting.PackageChange;
import vesper.hosting.PackageInstall;
import vesper.hosting.PackageRestoration;
import vesper.hosting.Packages;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * The packages: their state, and operations on them. The operations compile code and wait for requests in flight, so
 * they run on platform threads: on an event loop they would block its other connections.
 */
@RestController
@RequestMapping("/admin/packages")
public final class PackagesController {
    private final Packages packages;

    public PackagesController(Packages packages) {
        this.packages = packages;
    }

    @GetMapping
    @Described("Every package, in the order of their folders.")
    public PackageList all() {
        return new PackageList(
                packages.snapshots().stream().map(PackageDetails::of).toList());
    }

    @GetMapping("/{name}")
    @Described("One package: its state, its classes, its errors.\n@param name of the package\nExample: hello")
    public PackageDetails one(@PathVariable("name") String name) {
        return packages.snapshot(name).map(PackageDetails::of).orElseThrow(() -> noSuchPackage(name));
    }

    @PostMapping("/{name}/start")
    @Described("Starts a package.\n@param name of the package\nExample: hello")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<PackageDetails> start(@PathVariable("name") String name) {
        return answer(packages.start(name));
    }

    @PostMapping("/{name}/stop")
    @Described("Stops a package; its code stays loaded.\n@param name of the package\nExample: hello")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<PackageDetails> stop(@PathVariable("name") String name) {
        return answer(packages.stop(name));
    }

    @PostMapping("/{name}/reload")
    @Described(
            "Loads a package again, even if it has not changed. If that fails, the answer is 409 with the errors, and the old code continues to serve.\n"
                    + "@param name of the package\nExample: hello")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<PackageDetails> reload(@PathVariable("name") String name) {
        return answer(packages.reload(name));
    }

    @Described("Installs or replaces a package. The old one serves until the new one has compiled and started.\n"
            + "@param name of the package\nExample: hello\n@return It was replaced")
    @AlsoAnswers(status = 201, when = "It was created")
    @AlsoAnswers(status = 409, when = "Something of this name exists that cannot be replaced")
    @AlsoAnswers(
            status = 422,
            when = "It does not compile or start, each error with its place, or the archive breaks a rule of packages;"
                    + " nothing has changed")
    @AlsoAnswers(status = 503, when = "Other packages are being uploaded or installed; try again later")
    @AlsoAnswers(status = 507, when = "A disk is full; nothing has changed")
    @PutMapping(
            path = "/{name}",
            consumes = {"application/zip", "application/x-zip-compressed"})
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<PackageDetails> install(
            @PathVariable("name") String name,
            @RequestBody @Described("The package's folder, zipped") InputStream archive)
            throws IOException {
        return switch (packages.install(name, archive)) {
            case PackageInstall.Installed(var now, var isNew) ->
                isNew
                        ? ResponseEntity.created(URI.create("/admin/packages/" + name))
                                .body(PackageDetails.of(now))
                        : ResponseEntity.ok(PackageDetails.of(now));
            case PackageInstall.NotServing(var tried) ->
                throw InstallProblems.of(tried).exception();
            case PackageInstall.Rejected(var reason) -> throw InstallProblems.refused(422, reason);
            case PackageInstall.InvalidArchive(var reason) -> throw InstallProblems.refused(400, reason);
            case PackageInstall.TooLarge(var reason) -> throw InstallProblems.refused(413, reason);
            case PackageInstall.FolderInUse(var reason) -> throw InstallProblems.refused(409, reason);
            case PackageInstall.Busy() -> throw InstallProblems.busy();
            case PackageInstall.ServerStopping() -> throw stopping();
            case PackageInstall.DiskFull(var reason) -> throw InstallProblems.refused(507, reason);
        };
    }

    @Described(
            "Deletes a package; its folder is moved to the trash, if there is room.\n@param name of the package\nExample: hello")
    @AlsoAnswers(status = 409, when = "Other packages depend on it")
    @DeleteMapping("/{name}")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<PackageDetails> delete(@PathVariable("name") String name) throws IOException {
        return switch (packages.delete(name)) {
            case PackageChange.Done(var last) -> ResponseEntity.ok(PackageDetails.deleted(last));
            case PackageChange other -> answer(other);
        };
    }

    @Described("""
            Restores a deleted or replaced package.
            @param name of the package
            Example: hello
            @return It is restored; its state tells whether it serves""")
    @AlsoAnswers(status = 404, when = "The trash does not contain it")
    @AlsoAnswers(status = 409, when = "A package of this name exists")
    @AlsoAnswers(status = 422, when = "The member trash is missing")
    @PostMapping(path = "/{name}/restore", consumes = "application/json")
    @RunOn(RunOn.Threads.PLATFORM)
    public PackageDetails restore(
            @PathVariable("name") String name,
            @RequestBody @Described("{\"trash\": \"…\"}, from the answer to DELETE") Trashed trashed)
            throws IOException {
        String inTrash = trashed.trash()
                .orElseThrow(() -> ProblemType.ofStatus(422)
                        .because("trash is missing")
                        .withErrors(List.of(new Problem.BadValue("#/trash", "is missing")))
                        .exception());
        return switch (packages.restore(name, inTrash)) {
            case PackageRestoration.Restored(var now) -> PackageDetails.of(now);
            case PackageRestoration.NotInTrash(var folder) ->
                throw ProblemType.NOT_FOUND
                        .because("The trash does not contain " + folder + ".")
                        .exception();
            case PackageRestoration.NameInUse(var taken) ->
                throw ProblemType.ofStatus(409)
                        .because("A package " + taken + ", or a folder of this name, exists.")
                        .exception();
            case PackageRestoration.ServerStopping() -> throw stopping();
        };
    }

    private static ResponseEntity<PackageDetails> answer(PackageChange change) {
        return switch (change) {
            case PackageChange.Done(var now) -> ResponseEntity.ok(PackageDetails.of(now));
            case PackageChange.Failed(var now) -> ResponseEntity.status(409).body(PackageDetails.of(now));
            case PackageChange.NoSuchPackage(var name) -> throw noSuchPackage(name);
            case PackageChange.ServerStopping() -> throw stopping();
            case PackageChange.HasDependents(var name, var by) ->
                throw ProblemType.ofStatus(409)
                        .because("Others depend on " + name + ": " + String.join(", ", by) + ".")
                        .exception();
        };
    }

    private static ProblemException stopping() {
        return ProblemType.ofStatus(503).because("The server is stopping.").exception();
    }

    private static ProblemException noSuchPackage(String name) {
        return ProblemType.ofStatus(404)
                .because("There is no package " + name + ".")
                .exception();
    }

    @Described("""
            A package to restore.
            @param trash the name of its folder in the trash
            Example: hello-20261124T091500.123Z""")
    public record Trashed(Optional<String> trash) {}

    /** A list is always an object, so that fields can be added beside the items. */
    public record PackageList(List<PackageDetails> items) {}
}
