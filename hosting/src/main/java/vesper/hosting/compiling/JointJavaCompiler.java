package vesper.hosting.compiling;

import java.util.List;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.messages.SimpleMessage;
import org.codehaus.groovy.tools.javac.JavaCompiler;
import vesper.rest.operations.DocComments;

/** The Java half of a joint compilation. Groovy calls it once, with the stubs of its own classes. */
final class JointJavaCompiler implements JavaCompiler {
    private final JavaSourceCompiler java;
    private final CompileInput input;
    private final JointLoader loader;
    private ClassFiles classes = ClassFiles.NONE;
    private DocComments docs = DocComments.NONE;
    private List<CompileError> errors = List.of();

    JointJavaCompiler(JavaSourceCompiler java, CompileInput input, JointLoader loader) {
        this.java = java;
        this.input = input;
        this.loader = loader;
    }

    @Override
    public void compile(List<String> files, CompilationUnit unit) {
        switch (java.compile(input, unit.getJavaCompilationUnitSet())) {
            case Compilation.Compiled(var compiled, var comments) -> {
                classes = compiled;
                docs = comments;
                loader.addClasses(compiled);
            }
            case Compilation.Failed(var broken) -> {
                errors = broken;
                // Ends Groovy's half as well. The errors with their positions are read from this object.
                unit.getErrorCollector().addFatalError(new SimpleMessage("the Java sources do not compile", unit));
            }
        }
    }

    ClassFiles classes() {
        return classes;
    }

    DocComments docs() {
        return docs;
    }

    List<CompileError> errors() {
        return errors;
    }
}
