package vesper.hosting.compiling;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.groovy.GroovyBugError;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.control.messages.ExceptionMessage;
import org.codehaus.groovy.control.messages.Message;
import org.codehaus.groovy.control.messages.SimpleMessage;
import org.codehaus.groovy.control.messages.SyntaxErrorMessage;
import org.codehaus.groovy.syntax.SyntaxException;
import org.codehaus.groovy.tools.GroovyClass;
import org.codehaus.groovy.tools.javac.JavaAwareCompilationUnit;
import vesper.rest.operations.DocComments;

/**
 * Compiles Groovy sources together with Java sources, by Groovy's joint compilation. Java is compiled against stubs of
 * the Groovy classes, then Groovy against the resulting Java classes. Stubs, too, stay in memory.
 */
final class GroovySourceCompiler {
    /** Groovy identifies Java sources by file name only. No such file is opened. */
    private static final String NOT_ON_DISK = "/sources/";

    private final JavaSourceCompiler java;

    GroovySourceCompiler(JavaSourceCompiler java) {
        this.java = java;
    }

    Compilation compile(CompileInput input) {
        try (URLClassLoader libraries = new URLClassLoader(Jars.urls(input.libraries()), input.parent());
                JointLoader loader = new JointLoader(libraries, configuration())) {
            return compile(input, loader);
        } catch (IOException e) {
            throw new UncheckedIOException("a library of the package cannot be closed", e);
        }
    }

    private Compilation compile(CompileInput input, JointLoader loader) {
        JavaAwareCompilationUnit unit = new JavaAwareCompilationUnit(configuration(), loader);
        JointJavaCompiler javaHalf = new JointJavaCompiler(java, input, loader);
        unit.setCompilerFactory(_ -> javaHalf);
        input.groovySources().forEach(source -> unit.addSource(source.path(), source.text()));
        unit.addSources(input.javaSources().stream()
                .map(source -> new File(NOT_ON_DISK + source.path()))
                .toArray(File[]::new));
        try {
            unit.compile(Phases.CLASS_GENERATION);
        } catch (CompilationFailedException e) {
            if (!javaHalf.errors().isEmpty()) return new Compilation.Failed(javaHalf.errors());
            return new Compilation.Failed(errors(e, input.sources()));
        } catch (GroovyBugError e) {
            return new Compilation.Failed(
                    List.of(CompileError.somewhereIn(input.sources(), String.valueOf(e.getMessage()))));
        }
        Map<String, byte[]> classes = new HashMap<>(javaHalf.classes().byName());
        for (GroovyClass compiled : unit.getClasses()) classes.put(compiled.getName(), compiled.getBytes());
        Map<String, String> docs = new HashMap<>(javaHalf.docs().byLocation());
        docs.putAll(GroovyDocComments.of(unit.getAST().getModules()));
        return new Compilation.Compiled(new ClassFiles(classes), new DocComments(docs));
    }

    private static CompilerConfiguration configuration() {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.setParameters(true);
        configuration.setTargetBytecode(CompilerConfiguration.JDK25);
        configuration.setSourceEncoding("UTF-8");
        configuration.getOptimizationOptions().put(CompilerConfiguration.GROOVYDOC, true);
        configuration.setJointCompilationOptions(new HashMap<>(Map.of(CompilerConfiguration.MEM_STUB, true)));
        return configuration;
    }

    private static List<CompileError> errors(CompilationFailedException failure, List<SourceFile> sources) {
        if (!(failure instanceof MultipleCompilationErrorsException several)) {
            return List.of(CompileError.somewhereIn(sources, String.valueOf(failure.getMessage())));
        }
        return several.getErrorCollector().getErrors().stream()
                .map(message -> error(message, sources))
                .toList();
    }

    private static CompileError error(Message message, List<SourceFile> sources) {
        return switch (message) {
            case SyntaxErrorMessage syntax -> error(syntax.getCause(), sources);
            case ExceptionMessage thrown -> CompileError.somewhereIn(sources, String.valueOf(thrown.getCause()));
            case SimpleMessage simple -> CompileError.somewhereIn(sources, simple.getMessage());
            default -> CompileError.somewhereIn(sources, message.toString());
        };
    }

    private static CompileError error(SyntaxException cause, List<SourceFile> sources) {
        return CompileError.at(
                cause.getSourceLocator(),
                cause.getStartLine(),
                cause.getStartColumn(),
                cause.getOriginalMessage().strip(),
                sources);
    }
}
