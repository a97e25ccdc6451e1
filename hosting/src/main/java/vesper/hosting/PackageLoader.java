package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * Loads the current contents of package folders, and updates other packages accordingly. During the first load, several
 * threads may load packages that do not depend on one another. Everything else requires a reservation of
 * {@link PackageLocks}.
 */
final class PackageLoader {
    private final HostedPackages packages;
    private final Environment environment;
    private final PackageLocks locks;

    PackageLoader(HostedPackages packages, Environment environment, PackageLocks locks) {
        this.packages = packages;
        this.environment = environment;
        this.locks = locks;
    }

    /** Reads the folder and loads its contents, changed or not. Returns whether they could be used at all. */
    boolean reload(HostedPackage hosted) {
        Optional<PackageContents> contents = readIfNameFree(hosted);
        contents.ifPresent(found -> load(hosted, found));
        return contents.isPresent();
    }

    /**
     * Returns the folder's contents. Empty if they cannot be read or another package has their name; the package
     * records that.
     */
    Optional<PackageContents> readIfNameFree(HostedPackage hosted) {
        return read(hosted).filter(contents -> claimName(contents, hosted));
    }

    /** Returns the folder's contents. Empty if they cannot be read; the package records that. */
    Optional<PackageContents> read(HostedPackage hosted) {
        try {
            return Optional.of(PackageContents.read(hosted.folder(), environment, packages.trackersBytes()));
        } catch (BadDescriptorException e) {
            hosted.reject(e.reason());
        } catch (IOException e) {
            hosted.reject("its folder cannot be read: " + DiskFailure.reason(e));
        } catch (UncheckedIOException e) {
            hosted.reject("its folder cannot be read: " + DiskFailure.reason(e));
        }
        return Optional.empty();
    }

    /** Returns whether no package in another folder has this name. Otherwise, the package records the conflict. */
    private boolean claimName(PackageContents contents, HostedPackage hosted) {
        String name = contents.descriptor().name();
        Optional<PackageContents> holder = packages.holderOf(name, hosted);
        holder.ifPresent(other ->
                hosted.rejectName("the name '" + name + "' is already used by the package in " + other.folderName()));
        return holder.isEmpty();
    }

    /** Loads contents unless they equal those that the package already has. Returns whether it loaded them. */
    boolean loadIfChanged(HostedPackage hosted, PackageContents contents) {
        boolean known =
                !hosted.isRejected() && hosted.newest().filter(contents::equals).isPresent();
        if (known) return false;
        if (!claimName(contents, hosted)) return false;
        load(hosted, contents);
        return true;
    }

    /** Loads contents with the dependencies that are available. */
    void load(HostedPackage hosted, PackageContents contents) {
        List<Optional<PackageGeneration>> dependencies = packages.dependenciesOf(contents);
        Optional<String> lacking = packages.missingDependency(contents, dependencies);
        if (lacking.isPresent()) hosted.recordMissingDependency(contents, dependencies, lacking.get());
        else
            hosted.load(
                    contents, dependencies.stream().flatMap(Optional::stream).toList());
    }

    /**
     * Updates other packages after a change: those whose dependencies have other code than before, and those that could
     * not start or be used because of another package.
     */
    void updateOthers() {
        // A round may free further packages for the next one. The bound ends cycles of packages that take over from
        // each other.
        for (int round = 0; round <= packages.all().size(); round++) {
            boolean reloaded = reloadStale();
            if (!retryBlocked() && !reloaded) return;
        }
    }

    /** Reloads dependents: their code refers to the classes that its dependencies had when it was loaded. */
    private boolean reloadStale() {
        boolean any = false;
        for (HostedPackage hosted : packages.all())
            any |= locks.tryExtend(folderOf(hosted), () -> reloadIfStale(hosted));
        return any;
    }

    private boolean reloadIfStale(HostedPackage hosted) {
        Optional<PackageContents> contents =
                hosted.newest().filter(newest -> hosted.isStale(packages.dependenciesOf(newest)));
        contents.ifPresent(stale -> load(hosted, stale));
        return contents.isPresent();
    }

    /** Retries packages that other packages were blocking. Returns whether one of them was loaded or started. */
    private boolean retryBlocked() {
        boolean any = false;
        for (HostedPackage hosted : packages.all()) any |= locks.tryExtend(folderOf(hosted), () -> retry(hosted));
        return any;
    }

    private boolean retry(HostedPackage hosted) {
        return hosted.isNameTaken()
                ? read(hosted)
                        .filter(contents -> loadIfChanged(hosted, contents))
                        .isPresent()
                : hosted.startBlocked();
    }

    private static String folderOf(HostedPackage hosted) {
        return hosted.folder().getFileName().toString();
    }
}
