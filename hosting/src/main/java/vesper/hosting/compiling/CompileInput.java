package vesper.hosting.compiling;

import java.nio.file.Path;
import java.util.List;

/**
 * The input of one compilation.
 *
 * @param libraries jars of the package itself
 * @param parent loader of the other classes that the package can use: those of the platform and of packages that this
 *     one depends on
 * @param visibleClasses classes that exist only in memory, those of packages that this one depends on
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
