package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * Takes up what the folders of packages hold, and brings the other packages up to that. Several threads may load
 * packages that do not depend on one another at the start; everything else is done in {@linkplain ChangeTurns turns}.
 */
final class Uptake {
    private final HostedPackages packages;
    private final Environment environment;
    private final ChangeTurns turns;

    Uptake(HostedPackages packages, Environment environment, ChangeTurns turns) {
        this.packages = packages;
        this.environment = environment;
        this.turns = turns;
    }

    /** Reads the folder and loads what it holds, changed or not; says whether it could be taken up at all. */
    boolean renew(HostedPackage hosted) {
        Optional<PackageContents> contents = readIfFree(hosted);
        contents.ifPresent(there -> load(hosted, there));
        return contents.isPresent();
    }

    /** The folder's contents; where they cannot be read, or another package has their name, the package says so. */
    Optional<PackageContents> readIfFree(HostedPackage hosted) {
        return read(hosted).filter(contents -> isFree(contents, hosted));
    }

    /** The folder's contents; where they cannot be read, the package says so. */
    Optional<PackageContents> read(HostedPackage hosted) {
        try {
            return Optional.of(PackageContents.read(hosted.folder(), environment, packages.trackersBytes()));
        } catch (BadDescriptorException e) {
            hosted.refuse(e.reason());
        } catch (IOException e) {
            hosted.refuse("its folder cannot be read: " + DiskFailure.reason(e));
        } catch (UncheckedIOException e) {
            hosted.refuse("its folder cannot be read: " + DiskFailure.reason(e));
        }
        return Optional.empty();
    }

    /** Whether no other folder's package has this name; if one has, the package says so. */
    private boolean isFree(PackageContents contents, HostedPackage hosted) {
        String name = contents.descriptor().name();
        Optional<PackageContents> holder = packages.holderOf(name, hosted);
        holder.ifPresent(other -> hosted.refuseName(
                "the name '" + name + "' is that of the package in " + other.folderName() + " already"));
        return holder.isEmpty();
    }

    /** Takes contents up unless they are what the package has already; says whether it did. */
    boolean take(HostedPackage hosted, PackageContents contents) {
        boolean known =
                !hosted.isRefused() && hosted.newest().filter(contents::equals).isPresent();
        if (known) return false;
        if (!isFree(contents, hosted)) return false;
        load(hosted, contents);
        return true;
    }

    /** Loads contents with what they depend on, as far as that is there. */
    void load(HostedPackage hosted, PackageContents contents) {
        List<Optional<Generation>> dependencies = packages.dependenciesOf(contents);
        Optional<String> lacking = packages.lacking(contents, dependencies);
        if (lacking.isPresent()) hosted.lack(contents, dependencies, lacking.get());
        else
            hosted.take(
                    contents, dependencies.stream().flatMap(Optional::stream).toList());
    }

    /**
     * Brings the other packages up to what has changed: those that see other code than before, and those that could not
     * start or be taken up for another's sake.
     */
    void follow() {
        // A round that frees a package may free others in the next; the bound is for packages that take turns.
        for (int round = 0; round <= packages.all().size(); round++) {
            boolean reloaded = reloadStale();
            if (!retryBlocked() && !reloaded) return;
        }
    }

    /** Code sees the classes that its dependencies had when it was loaded, so it is loaded again after them. */
    private boolean reloadStale() {
        boolean any = false;
        for (HostedPackage hosted : packages.all()) any |= turns.alsoIn(folderOf(hosted), () -> reloadIfStale(hosted));
        return any;
    }

    private boolean reloadIfStale(HostedPackage hosted) {
        Optional<PackageContents> contents =
                hosted.newest().filter(newest -> hosted.isStale(packages.dependenciesOf(newest)));
        contents.ifPresent(stale -> load(hosted, stale));
        return contents.isPresent();
    }

    /** Tries again what other packages stood in the way of; says whether any has been taken up. */
    private boolean retryBlocked() {
        boolean any = false;
        for (HostedPackage hosted : packages.all()) any |= turns.alsoIn(folderOf(hosted), () -> retry(hosted));
        return any;
    }

    private boolean retry(HostedPackage hosted) {
        return hosted.isNameTaken()
                ? read(hosted).filter(contents -> take(hosted, contents)).isPresent()
                : hosted.startBlocked();
    }

    private static String folderOf(HostedPackage hosted) {
        return hosted.folder().getFileName().toString();
    }
}
