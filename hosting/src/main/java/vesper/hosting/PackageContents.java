package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.hosting.compiling.SourceFile;
import vesper.services.collections.OpenCollections;

/**
 * A snapshot of everything in a package folder that affects how it is loaded. If the contents are equal, no reload is
 * needed.
 *
 * @param sources in the order of their paths
 * @param hasWeb true if there is a folder of static files, whose content is read for each request
 * @param configuration the package's properties in this environment, as {@link Configuration} reads them
 * @param schemas schemas of documents, the files {@code conf/*.schema.json} by their paths in the folder
 * @param trackers content of the file with tracker rules, empty if there is no such file
 */
record PackageContents(
        Path folder,
        PackageDescriptor descriptor,
        List<SourceFile> sources,
        List<Library> libraries,
        boolean hasWeb,
        Map<String, String> configuration,
        Map<String, ByteBuffer> schemas,
        ByteBuffer trackers) {
    static final String CODE = "code";
    static final String CONFIGURATION = "conf";
    static final String TRACKERS = "trackers.xml";
    static final String LIBRARIES = "lib";
    static final String WEB = "web";

    private static final String SCHEMA = ".schema.json";

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** A jar. A changed jar has another size or modification time. */
    record Library(Path jar, long sizeBytes, FileTime modifiedAt) {}

    /**
     * Reads the folder.
     *
     * @param trackersBytes maximum size of the file with tracker rules
     * @throws IOException also if a file disappears between being listed and being read
     */
    static PackageContents read(Path folder, Environment environment, int trackersBytes)
            throws IOException, BadDescriptorException {
        PackageDescriptor descriptor = PackageDescriptor.read(folder);
        return new PackageContents(
                folder,
                descriptor,
                sources(folder),
                libraries(folder.resolve(LIBRARIES)),
                Files.isDirectory(folder.resolve(WEB)),
                Configuration.read(folder.resolve(CONFIGURATION), descriptor.name(), environment),
                schemas(folder),
                trackers(folder.resolve(CONFIGURATION).resolve(TRACKERS), trackersBytes));
    }

    private static ByteBuffer trackers(Path file, int maxBytes) throws IOException {
        return maxBytes == 0 || !Files.isRegularFile(file) ? NOTHING : start(file, maxBytes);
    }

    private static Map<String, ByteBuffer> schemas(Path folder) throws IOException {
        Map<String, ByteBuffer> schemas = new TreeMap<>();
        for (Path file : filesIn(folder.resolve(CONFIGURATION), SCHEMA)) {
            schemas.put(CONFIGURATION + "/" + file.getFileName(), start(file, OpenCollections.MAX_SCHEMA_BYTES));
        }
        return schemas;
    }

    /**
     * Reads a file. One that is too large is cut one byte above the limit, so that it is rejected because of its size.
     */
    private static ByteBuffer start(Path file, int maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return ByteBuffer.wrap(in.readNBytes(maxBytes + 1)).asReadOnlyBuffer();
        }
    }

    String folderName() {
        return folder.getFileName().toString();
    }

    /** Returns the owner of the package's routes in the router. */
    String owner() {
        return ownerOf(folder);
    }

    /**
     * Returns the owner for a folder. Folders are unique and permanent, while packages may change their names. The
     * prefix separates them from owners of the platform's own routes.
     */
    static String ownerOf(Path folder) {
        return "packages/" + folder.getFileName();
    }

    List<Path> jars() {
        return libraries.stream().map(Library::jar).toList();
    }

    /**
     * Returns whether a source that had text is now empty or missing: the file is deleted, or an editor is about to
     * write it.
     */
    boolean lacksSourcesOf(PackageContents earlier) {
        var written = sources.stream()
                .filter(source -> !source.isEmpty())
                .map(SourceFile::path)
                .collect(Collectors.toSet());
        return earlier.sources.stream().anyMatch(source -> !source.isEmpty() && !written.contains(source.path()));
    }

    /** Returns all sources below {@code code}, in the order of their paths. */
    static List<SourceFile> sources(Path folder) throws IOException {
        return sources(folder, CODE);
    }

    /** Returns all sources below this subfolder of a package. */
    static List<SourceFile> sources(Path folder, String part) throws IOException {
        List<SourceFile> sources = new ArrayList<>();
        for (Path file : filesBelow(folder.resolve(part))) {
            if (!SourceFile.isSource(file.getFileName().toString())) continue;
            String path = folder.relativize(file).toString().replace('\\', '/');
            sources.add(new SourceFile(path, text(file)));
        }
        return List.copyOf(sources);
    }

    /** Reads a source. Malformed UTF-8 becomes replacement characters, which the compiler reports. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static List<Library> libraries(Path folder) throws IOException {
        List<Library> libraries = new ArrayList<>();
        for (Path file : filesIn(folder, ".jar")) {
            libraries.add(new Library(file, Files.size(file), Files.getLastModifiedTime(file)));
        }
        return List.copyOf(libraries);
    }

    /**
     * Returns the files of a folder with this suffix, in the order of their names; empty if the folder does not exist.
     */
    static List<Path> filesIn(Path folder, String suffix) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isNamed(file, suffix)).sorted().toList();
        }
    }

    private static boolean isNamed(Path file, String suffix) {
        String name = file.getFileName().toString();
        return name.endsWith(suffix) && !name.startsWith(".");
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
