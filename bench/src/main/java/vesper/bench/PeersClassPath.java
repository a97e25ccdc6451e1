package vesper.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The jar of a module of the peers, and the folder of its libraries. */
public record PeersClassPath(Path jar, Path libraries) {
    static Optional<PeersClassPath> in(Path target) throws IOException {
        Path libraries = target.resolve("lib");
        if (!Files.isDirectory(libraries)) return Optional.empty();
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches("vesper-peers(-[a-z]+)?-[0-9.]+\\.jar"))
                    .findFirst()
                    .map(jar -> new PeersClassPath(jar, libraries));
        }
    }

    public String text() {
        return jar + File.pathSeparator + libraries.resolve("*");
    }

    /** Returns the version in the library's file name; empty if there is no such library. */
    public String versionOf(String library) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(library) + "-(\\d.*)\\.jar");
        try (Stream<Path> files = Files.list(libraries)) {
            return files.map(file -> name.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1).replace(".Final", ""))
                    .findFirst()
                    .orElse("");
        }
    }
}
