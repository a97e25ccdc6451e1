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
final class PackageInstaller {
    private final HostedPackages packages;
    private final PackageLoader loader;
    private final PackageFolders folders;
    private final Environment environment;
    private final Optional<ClassCache> cache;

    PackageInstaller(
            HostedPackages packages,
            PackageLoader loader,
            PackageFolders folders,
            Environment environment,
            Optional<ClassCache> cache) {
        this.packages = packages;
        this.loader = loader;
        this.folders = folders;
        this.environment = environment;
        this.cache = cache;
    }

    /**
     * Installs the contents of a folder, which is moved.
     *
     * @param usedFolders names of the existing folders
     */
    PackageInstall install(String name, Path unpacked, List<String> usedFolders) throws IOException {
        Optional<HostedPackage> current = packages.find(name);
        String folderName =
                current.map(hosted -> hosted.folder().getFileName().toString()).orElse(name);
        Optional<String> other = usedFolders.stream()
                .filter(one -> one.equalsIgnoreCase(folderName))
                .filter(one -> current.isEmpty() || !one.equals(folderName))
                .findFirst();
        if (other.isPresent())
            return new PackageInstall.FolderInUse("the folder " + other.get() + " belongs to another package");
        Path folder = Files.move(unpacked, unpacked.resolveSibling(folderName));
        try {
            return install(name, PackageContents.read(folder, environment, packages.trackersBytes()));
        } catch (BadDescriptorException e) {
            return new PackageInstall.Rejected(e.reason());
        }
    }

    private PackageInstall install(String name, PackageContents contents) throws IOException {
        String declaredName = contents.descriptor().name();
        if (!declaredName.equals(name))
            return new PackageInstall.Rejected("its package.properties contains the name '" + declaredName + "'");
        try {
            Optional<PackageSnapshot> failed = tryLoad(contents);
            return failed.isPresent() ? new PackageInstall.NotServing(failed.get()) : replace(contents);
        } finally {
            restoreCache(name);
        }
    }

    /** The attempt has replaced the cached classes of the code that serves. */
    private void restoreCache(String name) {
        Optional<PackageGeneration> serves = packages.find(name).flatMap(HostedPackage::current);
        cache.ifPresent(classCache -> serves.ifPresentOrElse(
                generation -> classCache.storeIfAbsent(
                        name, generation.key(), new Compilation.Compiled(generation.classes(), generation.docs())),
                () -> classCache.delete(name)));
    }

    /**
     * Returns a snapshot of the failure if contents outside a package's folder cannot be loaded. Releases the code that
     * was loaded to find out.
     */
    private Optional<PackageSnapshot> tryLoad(PackageContents contents) throws IOException {
        List<Optional<PackageGeneration>> dependencies = packages.dependenciesOf(contents);
        HostedPackage trial = packages.createUnlisted(contents.folder());
        Optional<String> missing = packages.missingDependency(contents, dependencies);
        if (missing.isPresent()) return Optional.of(trial.recordAttempt(contents, List.of(), missing.get()));
        List<PackageGeneration> available =
                dependencies.stream().flatMap(Optional::stream).toList();
        return switch (trial.compileAndLink(contents, available)) {
            case CodeLoadResult.Loaded(var generation) -> {
                generation.loader().close();
                yield Optional.empty();
            }
            case CodeLoadResult.NotCompiled(var errors) -> Optional.of(trial.recordAttempt(contents, errors, ""));
            case CodeLoadResult.NotLoaded(var reason, var _) ->
                Optional.of(trial.recordAttempt(contents, List.of(), reason));
        };
    }

    private PackageInstall replace(PackageContents incoming) throws IOException {
        String folderName = incoming.folderName();
        boolean isNew = !packages.has(folderName);
        HostedPackage hosted = packages.getOrCreate(folderName);
        Optional<PackageGeneration> before = hosted.current();
        folders.replace(incoming.folder(), folderName);
        loader.reload(hosted);
        PackageSnapshot now = hosted.snapshot();
        if (now.errors().isEmpty() && now.failure().isEmpty()) {
            loader.updateOthers();
            folders.discardReplaced(folderName);
            return new PackageInstall.Installed(hosted.snapshot(), isNew);
        }
        folders.undoReplace(folderName, incoming.folder());
        if (isNew) packages.remove(folderName);
        else restore(hosted, before);
        loader.updateOthers();
        return new PackageInstall.NotServing(now);
    }

    /**
     * Restores the state of a package whose old folder is back. Code that still serves is kept; otherwise it is loaded
     * again.
     */
    private void restore(HostedPackage hosted, Optional<PackageGeneration> before) {
        Optional<PackageContents> contents = loader.read(hosted);
        if (contents.isEmpty()) return;
        boolean serves = before.isPresent()
                && before.map(PackageGeneration::number).equals(hosted.current().map(PackageGeneration::number));
        if (serves) hosted.recover(contents.get());
        else loader.load(hosted, contents.get());
    }

    /**
     * Deletes a package with its folder.
     *
     * @throws IOException if the folder cannot be moved; the package is unchanged then
     */
    PackageChange delete(HostedPackage hosted) throws IOException {
        List<String> dependents = packages.dependentsOf(hosted, PackageState.values());
        if (!dependents.isEmpty()) return new PackageChange.HasDependents(hosted.name(), dependents);
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
        cache.ifPresent(classCache -> classCache.delete(hosted.name()));
        loader.updateOthers();
        PackageSnapshot last = hosted.snapshot();
        return new PackageChange.Done(trashed.map(last::movedTo).orElse(last));
    }
}
