package vesper.hosting.compiling;

import java.nio.file.Path;
import java.util.List;

/**
 * What one compilation is given.
 *
 * @param libraries jars of the package itself
 * @param parent what the package's classes see besides: the platform, and packages that this one depends on
 * @param visibleClasses classes that exist in memory only, those of packages that this one depends on
 */
public record CompileInput(
        List<SourceFile> sources, List<Path> libraries, ClassLoader parent, ClassFiles visibleClasses) {

    List<SourceFile> javaSources() {
        return sources.stream().filter(source -> !source.isGroovy()).toList();
    }

    List<SourceFile> groovySources() {
        return sources.stream().filter(SourceFile::isGroovy).toList();
    }
}
