package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** The folders of a server, which exist. */
record Folders(Path packages, Path data, Path classes, Path trash) {
    /** Returns the folder for backups of documents. */
    Path backups() {
        return data.resolve("backups");
    }

    /** Returns the folder for results of benchmarks of this server. */
    Path benches() {
        return data.resolve("bench");
    }

    /** Returns the folder for dumps and recordings, which are deleted when the server stops. */
    Path diagnostics() {
        return data.resolve("diagnostics");
    }

    /** Returns the folder for files that are of no use after the process ends. */
    Path temporary() {
        return data.resolve("tmp");
    }

    /**
     * Determines the folders from the settings. Creates the data folder if it is missing.
     *
     * @param home Vesper's home folder, which contains the shipped packages
     * @throws WrongSettingException if the setting names a package rather than the folder that contains it
     */
    static Folders of(Settings settings, Optional<Path> home) throws CannotStartException, WrongSettingException {
        Path packages = packages(settings, home);
        Path data = data(settings.get(Keys.DATA));
        return new Folders(packages.toAbsolutePath().normalize(), data, data.resolve("classes"), data.resolve("trash"));
    }

    /** Locks the data folder for this server, until the lock is closed. */
    DataLock lock() throws CannotStartException {
        return DataLock.of(data);
    }

    private static Path packages(Settings settings, Optional<Path> home)
            throws CannotStartException, WrongSettingException {
        Path named = PackagesFolder.of(settings, home);
        if (isPackage(named))
            throw settings.wrong(
                    Keys.PACKAGES,
                    "this is a package; did you mean its parent folder "
                            + named.toAbsolutePath().resolve("..").normalize() + "?");
        if (Files.isDirectory(named)) return named;
        String fault = Files.exists(named) ? " is not a folder" : " does not exist";
        throw new CannotStartException("packages folder " + named + fault
                + "; set another one with --packages, or create a package with vesper new NAME");
    }

    /**
     * Checks whether the folder is a package. A subfolder "code" does not suffice: it may itself be a package of that
     * name.
     */
    private static boolean isPackage(Path folder) {
        Path code = folder.resolve("code");
        boolean holdsCode = Files.isDirectory(code)
                && !Files.exists(code.resolve("code"))
                && !Files.exists(code.resolve("package.properties"));
        return holdsCode || Files.isRegularFile(folder.resolve("package.properties"));
    }

    private static Path data(Path named) throws CannotStartException {
        try {
            Files.createDirectories(named);
        } catch (IOException e) {
            throw new CannotStartException("data folder " + named + " cannot be created: " + DiskFailure.reason(e));
        }
        if (!Files.isWritable(named))
            throw new CannotStartException("data folder " + named + " is not writable; set another one with --data");
        return named;
    }
}
