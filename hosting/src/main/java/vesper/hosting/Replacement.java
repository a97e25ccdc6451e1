package vesper.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import vesper.hosting.compiling.ClassCache;
import vesper.hosting.compiling.Compilation;
import vesper.hosting.installing.PackageFolders;

/**
 * Installs packages, in place of others or as new ones, and deletes packages. Changes folder and code together: either
 * both change or neither does. Not thread safe.
 */
final class Replacement {
    private final HostedPackages packages;
    private final Uptake uptake;
    private final PackageFolders folders;
    private final Environment environment;
    private final Optional<ClassCache> cache;

    Replacement(
            HostedPackages packages,
            Uptake uptake,
            PackageFolders folders,
            Environment environment,
            Optional<ClassCache> cache) {
        this.packages = packages;
        this.uptake = uptake;
        this.folders = folders;
        this.environment = environment;
        this.cache = cache;
    }

    /**
     * Installs the contents of a folder, which is moved.
     *
     * @param taken names of the existing folders
     */
    PackageInstall install(String name, Path unpacked, List<String> taken) throws IOException {
        Optional<HostedPackage> there = packages.find(name);
        String folderName =
                there.map(hosted -> hosted.folder().getFileName().toString()).orElse(name);
        Optional<String> other = taken.stream()
                .filter(one -> one.equalsIgnoreCase(folderName))
                .filter(one -> there.isEmpty() || !one.equals(folderName))
                .findFirst();
        if (other.isPresent()) return new PackageInstall.Taken("the folder " + other.get() + " is another package's");
        Path folder = Files.move(unpacked, unpacked.resolveSibling(folderName));
        try {
            return install(name, PackageContents.read(folder, environment, packages.trackersBytes()));
        } catch (BadDescriptorException e) {
            return new PackageInstall.Refused(e.reason());
        }
    }

    private PackageInstall install(String name, PackageContents contents) throws IOException {
        String said = contents.descriptor().name();
        if (!said.equals(name)) return new PackageInstall.Refused("its package.properties calls it '" + said + "'");
        try {
            Optional<PackageSnapshot> fault = fault(contents);
            return fault.isPresent() ? new PackageInstall.NotServing(fault.get()) : replace(contents);
        } finally {
            cacheWhatServes(name);
        }
    }

    /** The attempt has replaced the cached classes of the code that serves. */
    private void cacheWhatServes(String name) {
        Optional<Generation> serves = packages.find(name).flatMap(HostedPackage::current);
        cache.ifPresent(there -> serves.ifPresentOrElse(
                generation -> there.keep(
                        name, generation.key(), new Compilation.Compiled(generation.classes(), generation.docs())),
                () -> there.forget(name)));
    }

    /**
     * Returns a snapshot of the failure if contents outside a package's folder cannot be loaded. Releases the code that
     * was loaded to find out.
     */
    private Optional<PackageSnapshot> fault(PackageContents contents) throws IOException {
        List<Optional<Generation>> dependencies = packages.dependenciesOf(contents);
        HostedPackage trial = packages.trial(contents.folder());
        Optional<String> lacking = packages.lacking(contents, dependencies);
        if (lacking.isPresent()) return Optional.of(trial.tried(contents, List.of(), lacking.get()));
        List<Generation> there = dependencies.stream().flatMap(Optional::stream).toList();
        return switch (trial.load(contents, there)) {
            case Loading.Loaded(var generation) -> {
                generation.loader().close();
                yield Optional.empty();
            }
            case Loading.NotCompiled(var errors) -> Optional.of(trial.tried(contents, errors, ""));
            case Loading.NotLoaded(var reason, var _) -> Optional.of(trial.tried(contents, List.of(), reason));
        };
    }

    private PackageInstall replace(PackageContents incoming) throws IOException {
        String folderName = incoming.folderName();
        boolean isNew = !packages.has(folderName);
        HostedPackage hosted = packages.of(folderName);
        Optional<Generation> before = hosted.current();
        folders.put(incoming.folder(), folderName);
        uptake.renew(hosted);
        PackageSnapshot now = hosted.snapshot();
        if (now.errors().isEmpty() && now.failure().isEmpty()) {
            uptake.follow();
            folders.settle(folderName);
            return new PackageInstall.Installed(hosted.snapshot(), isNew);
        }
        folders.takeBack(folderName, incoming.folder());
        if (isNew) packages.remove(folderName);
        else restore(hosted, before);
        uptake.follow();
        return new PackageInstall.NotServing(now);
    }

    /**
     * Restores the state of a package whose old folder is back. Code that still serves is kept; otherwise it is loaded
     * again.
     */
    private void restore(HostedPackage hosted, Optional<Generation> before) {
        Optional<PackageContents> contents = uptake.read(hosted);
        if (contents.isEmpty()) return;
        boolean serves = before.isPresent()
                && before.map(Generation::number).equals(hosted.current().map(Generation::number));
        if (serves) hosted.forgive(contents.get());
        else uptake.load(hosted, contents.get());
    }

    /**
     * Deletes a package with its folder.
     *
     * @throws IOException if the folder cannot be moved; the package is unchanged then
     */
    PackageChange delete(HostedPackage hosted) throws IOException {
        List<String> dependents = packages.dependentsOf(hosted, PackageState.values());
        if (!dependents.isEmpty()) return new PackageChange.Needed(hosted.name(), dependents);
        String folderName = hosted.folder().getFileName().toString();
        boolean serves = hosted.snapshot().state() == PackageState.STARTED;
        // Stopped first, because its stop hooks may need files in the folder.
        hosted.stop();
        Optional<Path> trashed;
        try {
            trashed = folders.remove(folderName);
        } catch (IOException e) {
            if (serves) hosted.start();
            throw e;
        }
        packages.remove(folderName);
        cache.ifPresent(there -> there.forget(hosted.name()));
        uptake.follow();
        PackageSnapshot last = hosted.snapshot();
        return new PackageChange.Done(trashed.map(last::movedTo).orElse(last));
    }
}
