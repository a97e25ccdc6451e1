package vesper.hosting.compiling;

import vesper.rest.operations.DocComments;

/**
 * Compiles a package's Groovy and Java sources in memory. Several threads may use it at the same time.
 *
 * <p>Keeps parameter names, because handlers are bound by them. Loads the compiler of a language only for its first
 * source.
 */
public final class SourceCompiler {
    private final JavaSourceCompiler java = new JavaSourceCompiler(new PlatformClassPath());

    public Compilation compile(CompileInput input) {
        if (input.sources().isEmpty()) return new Compilation.Compiled(ClassFiles.NONE, DocComments.NONE);
        if (input.groovySources().isEmpty()) return java.compile(input);
        return new GroovySourceCompiler(java).compile(input);
    }
}
