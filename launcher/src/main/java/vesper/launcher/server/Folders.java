package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** The folders that a server works with, found to be there. */
record Folders(Path packages, Path data, Path classes, Path trash) {
    /** For copies of documents. */
    Path backups() {
        return data.resolve("backups");
    }

    /** For results of benches of this server. */
    Path benches() {
        return data.resolve("bench");
    }

    /** For dumps and recordings, which go with the process. */
    Path diagnostics() {
        return data.resolve("diagnostics");
    }

    /** For what nobody needs after the process. */
    Path temporary() {
        return data.resolve("tmp");
    }

    /**
     * Takes them from the settings; the data folder is made where it is missing.
     *
     * @param home where the packages that ship are
     * @throws WrongSettingException if a package is named in the place of the folder that it is in
     */
    static Folders of(Settings settings, Optional<Path> home) throws CannotStartException, WrongSettingException {
        Path packages = packages(settings, home);
        Path data = data(settings.get(Keys.DATA));
        return new Folders(packages.toAbsolutePath().normalize(), data, data.resolve("classes"), data.resolve("trash"));
    }

    /** Claims the data folder; until this is closed no other server works with it. */
    DataLock lock() throws CannotStartException {
        return DataLock.of(data);
    }

    private static Path packages(Settings settings, Optional<Path> home)
            throws CannotStartException, WrongSettingException {
        Path named = PackagesFolder.of(settings, home);
        if (isPackage(named))
            throw settings.wrong(
                    Keys.PACKAGES,
                    "this is a package; did you mean the folder that it is in, "
                            + named.toAbsolutePath().resolve("..").normalize() + "?");
        if (Files.isDirectory(named)) return named;
        String fault = Files.exists(named) ? " is no folder" : " is not there";
        throw new CannotStartException(
                "packages folder " + named + fault + "; --packages names another one, vesper new NAME makes a package");
    }

    /** A package may be called code, and its folder is none of a package's own then. */
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
            throw new CannotStartException("data folder " + named + " cannot be made: " + DiskFailure.reason(e));
        }
        if (!Files.isWritable(named))
            throw new CannotStartException("data folder " + named + " is not writable; --data names another one");
        return named;
    }
}
