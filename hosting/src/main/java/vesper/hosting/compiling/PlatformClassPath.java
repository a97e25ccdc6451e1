package vesper.hosting.compiling;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The jars and folders that this program runs from, as a class path for javac. javac must not rely on the class path in
 * a jar's manifest, so every jar is listed explicitly.
 */
final class PlatformClassPath {
    private @Nullable List<Path> entries;

    /** Returns all jars and folders, each before those that its manifest names. */
    synchronized List<Path> entries() {
        if (entries == null) entries = entriesOfThisProgram();
        return entries;
    }

    private static List<Path> entriesOfThisProgram() {
        String classPath = System.getProperty("java.class.path", "");
        String modulePath = System.getProperty("jdk.module.path", "");
        Set<Path> found = new LinkedHashSet<>();
        for (String entry : (classPath + File.pathSeparator + modulePath).split(File.pathSeparator)) {
            if (!entry.isEmpty())
                addWithManifest(Path.of(entry).toAbsolutePath().normalize(), found);
        }
        return List.copyOf(found);
    }

    private static void addWithManifest(Path entry, Set<Path> found) {
        if (!Files.exists(entry) || !found.add(entry) || Files.isDirectory(entry)) return;
        for (Path named : namedInManifest(entry)) addWithManifest(named, found);
    }

    /** Reads a manifest's class path: URLs relative to the jar, separated by spaces. */
    private static List<Path> namedInManifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            if (manifest == null) return List.of();
            String classPath = manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (classPath == null) return List.of();
            List<Path> named = new ArrayList<>();
            for (String entry : classPath.trim().split("\\s+")) {
                URI uri = jar.toUri().resolve(entry);
                if ("file".equals(uri.getScheme())) named.add(Path.of(uri).normalize());
            }
            return named;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar + " of the class path", e);
        }
    }
}
