package vesper.hosting.compiling;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.DocComments;

/**
 * Runs javac on sources in memory, one compilation at a time.
 *
 * <p>The platform's jars are opened for the first compilation and stay open.
 */
final class JavaSourceCompiler {
    private static final List<String> OPTIONS = List.of("-parameters", "-g", "-proc:none", "-nowarn", "-Xlint:none");

    private final PlatformClassPath classPath;
    private @Nullable StandardJavaFileManager platform;

    JavaSourceCompiler(PlatformClassPath classPath) {
        this.classPath = classPath;
    }

    Compilation compile(CompileInput input) {
        return compile(input, List.of());
    }

    /**
     * Compiles the Java sources.
     *
     * @param stubs represent Groovy classes; the result does not contain their classes
     */
    synchronized Compilation compile(CompileInput input, Collection<? extends JavaFileObject> stubs) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            return new Compilation.Failed(List.of(CompileError.withoutPosition(
                    "this Java runtime has no compiler (module jdk.compiler); run on a JDK to use .java sources")));
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>(stubs);
        input.javaSources().forEach(source -> units.add(new InMemoryFiles.Source(source)));
        try (StandardJavaFileManager libraries = manager(javac, input.libraries());
                InMemoryFiles files = new InMemoryFiles(platform(javac), libraries, input.visibleClasses())) {
            JavaCompiler.CompilationTask task = javac.getTask(null, files, diagnostics, OPTIONS, null, units);
            // Only javac provides doc comments.
            Optional<JavaDocComments> comments =
                    task instanceof JavacTask ours ? Optional.of(JavaDocComments.of(ours)) : Optional.empty();
            if (!task.call()) return new Compilation.Failed(errors(diagnostics, input.sources()));
            return new Compilation.Compiled(
                    files.classes(), comments.map(JavaDocComments::result).orElse(DocComments.NONE));
        } catch (IOException e) {
            throw new UncheckedIOException("javac's class path cannot be read", e);
        }
    }

    private StandardJavaFileManager platform(JavaCompiler javac) throws IOException {
        if (platform == null) platform = manager(javac, classPath.entries());
        return platform;
    }

    private static StandardJavaFileManager manager(JavaCompiler javac, List<Path> classPath) throws IOException {
        StandardJavaFileManager manager = javac.getStandardFileManager(null, Locale.ENGLISH, UTF_8);
        manager.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        return manager;
    }

    private static List<CompileError> errors(
            DiagnosticCollector<JavaFileObject> diagnostics, List<SourceFile> sources) {
        List<CompileError> errors = diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> error(diagnostic, sources))
                .toList();
        // After a stack overflow in javac, there are no diagnostics.
        return errors.isEmpty()
                ? List.of(CompileError.withoutPosition(
                        "javac failed without diagnostics; is a source nested too deeply?"))
                : errors;
    }

    private static CompileError error(Diagnostic<? extends JavaFileObject> diagnostic, List<SourceFile> sources) {
        String message = diagnostic.getMessage(Locale.ENGLISH);
        if (!(diagnostic.getSource() instanceof InMemoryFiles.Source source)) {
            return diagnostic.getSource() == null
                    ? CompileError.somewhereIn(sources, message)
                    : StubPositions.error(diagnostic, message, sources);
        }
        int line = (int) Math.max(0, diagnostic.getLineNumber());
        int column = column(source.file.text(), diagnostic.getPosition());
        return CompileError.at(source.file.path(), line, column, message, sources);
    }

    /** Returns the column, counted from 1. The column of javac itself counts a tab as up to eight columns. */
    private static int column(String text, long position) {
        if (position == Diagnostic.NOPOS) return 0;
        int at = (int) Math.min(position, text.length());
        return at - text.lastIndexOf('\n', at - 1);
    }
}
