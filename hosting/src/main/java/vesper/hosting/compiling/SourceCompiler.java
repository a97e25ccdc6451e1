package vesper.hosting.compiling;

import java.util.concurrent.Semaphore;
import vesper.rest.operations.DocComments;

/**
 * Compiles a package's Groovy and Java sources in memory. Several threads may use it at the same time.
 *
 * <p>Keeps parameter names, because handlers are bound by them. Loads the compiler of a language only for its first
 * source.
 */
public final class SourceCompiler {
    /** Compilers need much memory. More of them at a time are hardly faster. */
    private static final int MAX_AT_A_TIME = 2;

    private final Semaphore permits = new Semaphore(MAX_AT_A_TIME);
    private final JavaSourceCompiler java = new JavaSourceCompiler(new PlatformClassPath());

    public Compilation compile(CompileInput input) {
        if (input.sources().isEmpty()) return new Compilation.Compiled(ClassFiles.NONE, DocComments.NONE);
        permits.acquireUninterruptibly();
        try {
            return compileNow(input);
        } finally {
            permits.release();
        }
    }

    private Compilation compileNow(CompileInput input) {
        if (input.groovySources().isEmpty()) return java.compile(input);
        return new GroovySourceCompiler(java).compile(input);
    }
}
