package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * Loads the current contents of package folders, and updates other packages accordingly. Requires the lock of
 * {@link PackageLocks}, and a reservation of the package that it loads.
 */
final class PackageLoader {
    private final HostedPackages packages;
    private final Environment environment;
    private final PackageLocks locks;
    private final RetiredServices retirements;

    PackageLoader(HostedPackages packages, Environment environment, PackageLocks locks, RetiredServices retirements) {
        this.packages = packages;
        this.environment = environment;
        this.locks = locks;
        this.retirements = retirements;
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
    private boolean loadIfChanged(HostedPackage hosted, PackageContents contents) {
        if (!isChange(hosted, contents)) return false;
        load(hosted, contents);
        return true;
    }

    /**
     * Leaves contents for the next {@link #updateOthers} to load, unless they equal those that the package already has.
     * Returns whether they differ.
     */
    boolean loadLater(HostedPackage hosted, PackageContents contents) {
        if (!isChange(hosted, contents)) return false;
        hosted.setContents(contents);
        return true;
    }

    private boolean isChange(HostedPackage hosted, PackageContents contents) {
        boolean known =
                !hosted.isRejected() && hosted.newest().filter(contents::equals).isPresent();
        return !known && claimName(contents, hosted);
    }

    /** Loads contents with the dependencies that are available. */
    void load(HostedPackage hosted, PackageContents contents) {
        List<Optional<PackageGeneration>> dependencies = packages.dependenciesOf(contents);
        Optional<String> lacking = packages.missingDependency(contents, dependencies);
        try {
            if (lacking.isPresent()) hosted.recordMissingDependency(contents, dependencies, lacking.get());
            else
                hosted.load(
                        contents,
                        dependencies.stream().flatMap(Optional::stream).toList());
        } finally {
            hosted.endAnnouncement();
        }
    }

    /**
     * Loads the packages that wait for it, and updates others after a change: those whose dependencies have other code
     * than before, and those that could not start or be used because of another package. Returns when all are done.
     */
    void updateOthers() {
        newWave().run();
    }

    LoadWave newWave() {
        return new LoadWave(packages, this, locks, retirements);
    }

    /** Tries a package again that another package was blocking. Returns whether it was loaded or started. */
    boolean retry(HostedPackage hosted) {
        return hosted.isNameTaken()
                ? read(hosted)
                        .filter(contents -> loadIfChanged(hosted, contents))
                        .isPresent()
                : hosted.startBlocked();
    }
}
